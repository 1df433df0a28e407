import { z } from 'zod';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { nextDaily } from '#platform/lib/quiet-hours.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import type { Change } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { decisionContext } from '../decision/check-decision.ts';
import { decisionsIn, listChanges } from '../repository.ts';
import { noticeState } from './due-notices.ts';
import { scheduleNotices } from './schedule.ts';
import { isAway, type NoticeSettings, possibleStandIns } from './settings.ts';
import { findSettings, insertNotice, saveSettings } from './store.ts';

const DIGEST = 'changes.digest';
const payload = z.object({ person: z.string() });

/** Subject kind of the outbox: one day's message with what waits for a person. */
export const DIGEST_SUBJECT = 'changeDigest';

/** More than any organisation will ever have waiting at once. */
const MOST_WAITING = 10_000;

/** The requests that wait for this person, by their daily message alone; earliest deadline first. */
export const awaitedFrom = async (core: ChangesCore, db: Db, person: string): Promise<Change[]> => {
  const decisions = await decisionsIn(db, ['waiting']);
  const found: Change[] = [];
  for (const change of await listChanges(db, { states: ['waiting'] }, MOST_WAITING)) {
    const context = decisionContext(core, change, decisions.get(change.id) ?? []);
    if (!context.review.current?.deciders.some(({ objectId }) => objectId === person)) continue;
    const { people, settings } = await noticeState(db, context, core.clock.now());
    // A stand-in hears of it at once, not here.
    const isInDigest = settings.get(person)?.way === 'digest';
    if (isInDigest && people.some(({ objectId }) => objectId === person)) found.push(change);
  }
  return found.toSorted((a, b) => a.deadlineAt - b.deadlineAt);
};

const keyOf = (person: string): string => `${DIGEST}:${person}`;

/** After a person has chosen how they are notified. */
const scheduleDigest = (core: ChangesCore, trx: Trx, person: string, settings: NoticeSettings): Promise<void> =>
  settings.way === 'digest'
    ? core.jobs.schedule(trx, {
        ...{ kind: DIGEST, key: keyOf(person), payload: { person } },
        dueAt: nextDaily(settings, core.clock.now()),
      })
    : core.jobs.cancel(trx, keyOf(person));

/** One message a day, in the same transaction as the time of the next one. */
export const digestJob = (core: ChangesCore): JobKind<z.infer<typeof payload>> => ({
  name: DIGEST,
  payload,
  maxAttempts: 1_000,
  async handle({ person }) {
    await core.database.transaction(async (trx) => {
      const settings = (await findSettings(trx, [person])).get(person);
      if (settings?.way !== 'digest') return;
      const now = core.clock.now();
      const waiting = isAway(settings, now) ? [] : await awaitedFrom(core, trx, person);
      if (waiting.length > 0) await postDigest(core, trx, person, settings, waiting);
      await scheduleDigest(core, trx, person, settings);
    });
    return { end: 'done' };
  },
});

const postDigest = async (
  core: ChangesCore,
  trx: Trx,
  person: string,
  { language }: NoticeSettings,
  waiting: readonly Change[],
): Promise<void> => {
  const at = core.clock.now();
  for (const { id } of waiting) {
    await insertNotice(trx, { id: core.ids.ordered(), change: id, person, kind: 'asked', way: 'digest', at });
  }
  await core.outbox.deliver(trx, {
    subject: `${DIGEST_SUBJECT}:${person}/${at}`,
    variant: 'chat',
    to: { person },
    language: language || 'en',
    version: 1,
    needsAnswer: true,
  });
};

/** How people choose to be notified of requests that they can decide; people by directory object id. */
export interface OwnNotices {
  /** Undefined for a person who has chosen nothing. */
  find(objectId: string): Promise<NoticeSettings | undefined>;
  /** From now on, also for requests that wait already. */
  save(objectId: string, settings: NoticeSettings): Promise<void>;
  /** Those who may decide with this person under a rule, by the current policy. */
  standIns(objectId: string): readonly { readonly objectId: string; readonly name: string; readonly key: string }[];
}

export const createOwnNotices = (core: ChangesCore): OwnNotices => ({
  find: async (objectId) =>
    (await findSettings(core.database.db, [objectId.toLowerCase()])).get(objectId.toLowerCase()),
  save: async (objectId, settings) => {
    const me = objectId.toLowerCase();
    await core.database.transaction(async (trx) => {
      const now = core.clock.now();
      await saveSettings(trx, me, settings, now);
      await scheduleDigest(core, trx, me, settings);
      for (const change of await listChanges(trx, { states: ['waiting'] }, MOST_WAITING)) {
        const { deciders } = decisionContext(core, change, []).review;
        if (deciders.some((person) => person.objectId === me)) await scheduleNotices(core, trx, change, now);
      }
      const { way, weekends, zone, quiet = null, awayUntil = null, standIn = null } = settings;
      await core.audit.append(trx, {
        ...{ target: me, actor: me, event: 'own notices changed' },
        detail: { way, weekends, zone, quiet, awayUntil, standIn },
      });
    });
  },
  standIns: (objectId) => possibleStandIns(core.policy.current(), objectId),
});
