import { SECOND } from '#platform/lib/clock.ts';
import type { Trx } from '#platform/storage/database.ts';
import { changesBeside, postedSubject } from '../card/posted-card.ts';
import type { Change } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { messagesOf } from './store.ts';

export const NOTICES = 'changes.notices';

/** The variant of a request's card in the own chat of somebody who decides. */
export const DECIDER = 'decider';

/** Subject kind of the outbox: a message about a request. */
export const NOTICE_MESSAGE = 'changeNotice';
export const messageSubject = (id: string): string => `${NOTICE_MESSAGE}:${id}`;

/** The variants of a message: a reply that mentions people, and a line in one person's chat. */
const messageVariants = ['mention', 'chat'] as const;

const keyOf = (id: string): string => `${NOTICES}:${id}`;

/** What one press does to the requests of a batch, one after the other, people are notified of together. */
const GATHER_MS = 3 * SECOND;

/** Looks at this moment, or soon after it, who must be notified of a request and of those beside it. @param at milliseconds since 1970 */
export const scheduleNotices = (
  core: Pick<ChangesCore, 'jobs'>,
  trx: Trx,
  { id, batch }: Pick<Change, 'id' | 'batch'>,
  at: number,
): Promise<void> => {
  const dueAt = batch === undefined ? at : at + GATHER_MS;
  return core.jobs.schedule(trx, { kind: NOTICES, key: keyOf(batch ?? id), dueAt, payload: { change: id } });
};

/** A request that no longer waits: what is not posted yet is not posted any more, unless another one on its card still waits. */
export const endNotices = async (
  { jobs, outbox }: Pick<ChangesCore, 'jobs' | 'outbox'>,
  trx: Trx,
  change: Change,
): Promise<void> => {
  const beside = await changesBeside(trx, change);
  if (beside.some(({ id, state }) => id !== change.id && state === 'waiting')) return;
  await jobs.cancel(trx, keyOf(change.batch ?? change.id));
  await outbox.withdraw(trx, postedSubject(change), DECIDER);
  for (const { id } of beside) {
    for (const message of await messagesOf(trx, id)) {
      for (const variant of messageVariants) await outbox.withdraw(trx, messageSubject(message), variant);
    }
  }
};
