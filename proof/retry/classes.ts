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
