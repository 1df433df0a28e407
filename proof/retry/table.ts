import type { AnyOperation } from '../../src/cloud/operation.ts';
import type { operations } from '../../src/cloud/operations/index.ts';
import type { HttpRequest } from '../../src/platform/http/http.ts';

type Retry = HttpRequest['retry'];
type PostId = Extract<(typeof operations)[number], { readonly method: 'POST' }>['id'];

/** The class of every POST: its method does not say whether it may be repeated. */
const POSTS: Readonly<Record<PostId, Retry>> = {
  acceptSubscriptionOwnership: 'unsent-only',
  cancelEligibilityRequest: 'same-bytes',
  fetchHealthEventDetails: 'read',
  listShareSynchronizations: 'read',
  listSourceShareSynchronizationSettings: 'read',
  translateText: 'charged',
};

const isPost = (id: string): id is PostId => Object.hasOwn(POSTS, id);

/** Which calls may be repeated (docs/sources.md, What may be sent again), written apart from the declarations. */
export const classOf = ({ id, method }: AnyOperation): Retry => {
  if (isPost(id)) return POSTS[id];
  return method === 'GET' ? 'read' : 'same-bytes';
};

/** What the vendor does at one try. */
export type Move = 'refuses-429' | 'refuses-503' | 'fails-500' | 'fails-502' | 'fails-504' | 'breaks' | 'denies-400';

export const moves: readonly Move[] = [
  'refuses-429',
  'refuses-503',
  'fails-500',
  'fails-502',
  'fails-504',
  'breaks',
  'denies-400',
];

const REFUSED: ReadonlySet<Move> = new Set(['refuses-429', 'refuses-503']);
const UNCLEAR: ReadonlySet<Move> = new Set(['fails-500', 'fails-502', 'fails-504', 'breaks']);

/**
 * How many requests go out against a vendor that moves like this, and is well from the move after the last on: the table
 * of docs/sources.md, What may be sent again, written apart from the product's.
 */
export const triesOf = (retry: HttpRequest['retry'], script: readonly Move[]): number => {
  const most = retry === 'charged' ? 3 : 4;
  let lost = 0;
  for (const [at, move] of script.entries()) {
    const tries = at + 1;
    if (tries >= most) return tries;
    if (REFUSED.has(move)) {
      if (retry === 'none' || retry === 'unsent-only') return tries;
    } else if (UNCLEAR.has(move)) {
      lost += 1;
      const repeats = retry === 'read' || retry === 'same-bytes' || (retry === 'charged' && lost === 1);
      if (!repeats) return tries;
    } else return tries;
  }
  return script.length + 1;
};
