import { z } from 'zod';
import { SECOND } from '#platform/lib/clock.ts';
import { freeFrom, type Hours } from '#platform/lib/quiet-hours.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Policy } from '#policy/policy.ts';
import { changesBeside, postedSubject } from '../card/posted-card.ts';
import type { Change } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { changesPolicy, decidingGroups, escalated } from '../decision/rules.ts';
import { messagesOf } from './store.ts';
import type { NoticeSettingsTable } from './tables.ts';

/** `mention`: in a reply under the card; `chat`: the card in their own chat; `digest`: one message a day in their own chat. */
export const noticeWays = ['mention', 'chat', 'digest'] as const;
export type NoticeWay = (typeof noticeWays)[number];

/** How a person wants to be notified of requests that they can decide. */
export interface NoticeSettings extends Hours {
  readonly way: NoticeWay;
  /** BCP 47 tag; empty where it is not known. */
  readonly language: string;
  /** Milliseconds since 1970; absent for a person who is not away. */
  readonly awayUntil?: number | undefined;
  /** Directory object id of the stand-in who is notified meanwhile. */
  readonly standIn?: string | undefined;
}

/** Of a person who has chosen nothing. */
export const usualSettings: NoticeSettings = { way: 'mention', weekends: true, zone: 'UTC', language: '' };

const wayOf = z.enum(noticeWays);

export const toSettings = (row: NoticeSettingsTable): NoticeSettings => ({
  way: wayOf.parse(row.way),
  quiet: row.quiet_from === null || row.quiet_to === null ? undefined : { from: row.quiet_from, to: row.quiet_to },
  weekends: row.weekends === 1,
  zone: row.zone,
  language: row.language,
  awayUntil: row.away_until === null ? undefined : Date.parse(row.away_until),
  standIn: row.stand_in ?? undefined,
});

export const isAway = ({ awayUntil = 0 }: NoticeSettings, now: number): boolean => awayUntil > now;

/** The first moment from `at` on at which a person wants to be told something: after their absence, outside quiet hours. */
export const notifiableFrom = (settings: NoticeSettings, at: number): number =>
  freeFrom(settings, Math.max(at, settings.awayUntil ?? 0));

/** The people, other than this one, who may decide under a rule under which this person may. */
export const possibleStandIns = (policy: Policy, objectId: string) => {
  const rules = changesPolicy(policy).rules.map((rule) => decidingGroups(escalated(rule)));
  const theirs = rules.filter((groups) => policy.isIn(objectId, groups));
  return policy.people.filter(
    (person) =>
      policy.identityOf(person.objectId) !== policy.identityOf(objectId) &&
      theirs.some((groups) => policy.isIn(person.objectId, groups)),
  );
};

/** Whether any rule lets this person decide, after an escalation too. @param objectId directory object id */
export const isDecider = (policy: Policy, objectId: string): boolean =>
  changesPolicy(policy).rules.some((rule) => policy.isIn(objectId, decidingGroups(escalated(rule))));

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
