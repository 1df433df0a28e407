import type { Turn } from '../../../bot/turn/turn.ts';
import { CHANGE, type Change, subjectOf } from '../../../changes/change.ts';
import type { Services } from '../../feature.ts';

const REF = /\bR-[0-9A-Z]{5,6}\b/i;
/** The short name without its letter, as people read it to each other. */
const BARE_REF = /^[0-9A-Z]{5,6}$/i;
/** What was typed names nothing: the message that it replies to, or its thread, does. */
const POINTING = /^(?:it|this|that|(?:the|this|that|my)\s+(?:one|request))$/i;

export type FoundRequest =
  | { readonly is: 'found'; readonly change: Change }
  /** @property ref as it was understood */
  | { readonly is: 'unknown'; readonly ref: string }
  /** It names none, and no thread tells which. */
  | { readonly is: 'unnamed' };

/**
 * The request that a message means: by its short name, by the message that it replies to, or by the thread in which it stands.
 * @param fits whether the request is one that the command is about; where several stand in a thread, the only one counts
 */
export const findRequest = async (
  turn: Turn,
  services: Services,
  said: string | undefined,
  fits: (change: Change) => Promise<boolean>,
): Promise<FoundRequest> => {
  const named = refIn(said) ?? refIn(turn.quoted?.text);
  if (named !== undefined) {
    const change = await services.changes.findByRef(named);
    const visible = change && services.changes.maySee(change, turn.who.objectId);
    return visible ? { is: 'found', change } : { is: 'unknown', ref: named };
  }
  const here = await requestsInThread(turn, services);
  const fitting: Change[] = [];
  for (const change of here) if (await fits(change)) fitting.push(change);
  const [only, ...more] = fitting.length > 0 ? fitting : here;
  return only && more.length === 0 ? { is: 'found', change: only } : { is: 'unnamed' };
};

const refIn = (said: string | undefined): string | undefined => {
  const text = said?.trim() ?? '';
  if (POINTING.test(text)) return undefined;
  const bare = BARE_REF.test(text) ? `R-${text}` : undefined;
  return (REF.exec(text)?.[0] ?? bare)?.toUpperCase();
};

const requestsInThread = async ({ who, where }: Turn, services: Services): Promise<readonly Change[]> => {
  const subjects = await services.outbox.subjectsInThread(where.conversationId);
  const ids = subjects
    .filter((subject) => subject.startsWith(subjectOf('')))
    .map((subject) => subject.slice(CHANGE.length + 1));
  const changes = await Promise.all(ids.map((id) => services.changes.find(id)));
  return changes.filter((change) => change !== undefined && services.changes.maySee(change, who.objectId)) as Change[];
};
