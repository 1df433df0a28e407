import type { Change } from '#engine/changes/change.ts';
import type { Services } from '#features/feature.ts';

const REF = /\bR-[0-9A-Z]{5,6}\b/i;
/** The short name without its letter, as people read it to each other. */
const BARE_REF = /^[0-9A-Z]{5,6}$/i;
/** What was typed names nothing: Steward's message that it replies to, or its thread, does. */
const POINTING = /^(?:it|this|that|(?:the|this|that|my)\s+(?:one|request))$/i;

/** How a command names a request that is listed elsewhere: by its reference, or by pointing at it. */
export const REFERENCE =
  /^(?:(?:the\s+)?request\s+)?R-[0-9A-Z]{5,6}$|^(?:it|this|that|(?:the|this|that|my)\s+(?:one|request))$/i;

/** Who means a request, and how. */
interface RequestReference {
  /** As it was typed. */
  readonly ref: string | undefined;
  readonly objectId: string;
  /** The subjects that the message points at, where it names none. */
  pointed(): Promise<{ readonly by: 'reply' | 'thread'; readonly subjects: readonly string[] }>;
}

export type FoundRequest =
  | { readonly is: 'found'; readonly change: Change }
  /** @property ref as it was understood */
  | { readonly is: 'unknown'; readonly ref: string }
  /** It names none, and neither a message of Steward nor the thread tells which. */
  | { readonly is: 'unnamed' };

/**
 * The request that a message means: by its short name, by Steward's message that it replies to, or by the thread in which it
 * stands.
 * @param fits whether the request is one that the command is about; where several stand in a thread, the only one counts
 */
export const findRequest = async (
  services: Services,
  asked: RequestReference,
  fits: (change: Change) => Promise<boolean>,
): Promise<FoundRequest> => {
  const { objectId } = asked;
  const isVisible = (change: Change): boolean => services.changes.maySee(change, objectId);
  const named = refIn(asked.ref);
  if (named !== undefined) {
    const change = await services.changes.findByRef(named);
    return change && isVisible(change) ? { is: 'found', change } : { is: 'unknown', ref: named };
  }
  // A text that is no reference means no other request: a slip must not withdraw or decide another one.
  const unread = asked.ref?.trim() ?? '';
  if (unread !== '' && !POINTING.test(unread)) return { is: 'unknown', ref: unread };
  const { by, subjects } = await asked.pointed();
  const standing = await changesOf(services, subjects);
  const here = standing.filter(isVisible);
  const fitting: Change[] = [];
  for (const change of here) if (await fits(change)) fitting.push(change);
  const inThread = fitting.length > 0 ? fitting : here;
  const [only, ...more] = by === 'reply' ? standing : inThread;
  return only && isVisible(only) && more.length === 0 ? { is: 'found', change: only } : { is: 'unnamed' };
};

const refIn = (said: string | undefined): string | undefined => {
  const text = said?.trim() ?? '';
  if (POINTING.test(text)) return undefined;
  const bare = BARE_REF.test(text) ? `R-${text}` : undefined;
  return (REF.exec(text)?.[0] ?? bare)?.toUpperCase();
};

const changesOf = async ({ changes }: Services, subjects: readonly string[]): Promise<readonly Change[]> => {
  const found = new Map<string, Change>();
  for (const subject of subjects) for (const change of await changes.changesOn(subject)) found.set(change.id, change);
  return [...found.values()];
};
