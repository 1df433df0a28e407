import type { Trx } from '../../storage/database.ts';
import { type Change, subjectOf } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { messagesOf } from './store.ts';

export const NOTICES = 'changes.notices';

/** The variant of a request's card in the own chat of somebody who decides. */
export const DECIDER = 'decider';

/** Subject kind of the outbox: a message about a request. */
export const NOTICE_MESSAGE = 'changeNotice';
export const messageSubject = (id: string): string => `${NOTICE_MESSAGE}:${id}`;

/** The variants of a message: a reply that mentions people, and a line in one person's chat. */
export const messageVariants = ['mention', 'chat'] as const;

const keyOf = (id: string): string => `${NOTICES}:${id}`;

/** Looks at this moment who must be notified of a request. @param at milliseconds since 1970 */
export const scheduleNotices = (core: Pick<ChangesCore, 'jobs'>, trx: Trx, id: string, at: number): Promise<void> =>
  core.jobs.schedule(trx, { kind: NOTICES, key: keyOf(id), dueAt: at, payload: { change: id } });

/** A request that no longer waits: what is not posted yet is not posted any more. */
export const endNotices = async (
  { jobs, outbox }: Pick<ChangesCore, 'jobs' | 'outbox'>,
  trx: Trx,
  { id }: Pick<Change, 'id'>,
): Promise<void> => {
  await jobs.cancel(trx, keyOf(id));
  await outbox.withdraw(trx, subjectOf(id), DECIDER);
  for (const message of await messagesOf(trx, id)) {
    for (const face of messageVariants) await outbox.withdraw(trx, messageSubject(message), face);
  }
};
