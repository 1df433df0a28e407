import { z } from 'zod';
import { type Answer, cardAnswer, formAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { allowedBy, defineAction, defineCommand, type Services } from '#features/feature.ts';
import { SECOND } from '#platform/lib/clock.ts';
import { driftCard, driftVerbs, mismatchCard, turnDriftTo } from '../cards/drift-card.ts';
import { entryOf, findDrift, recordDrift } from '../drift/find-drift.ts';
import type { Mismatch } from '../drift/mismatch.ts';
import { acknowledge, findMismatch } from '../drift/store.ts';
import { openDrift } from '../drift/weekly-job.ts';
import { mayList, requireLister } from '../policy.ts';
import { GRANT, mayRequest, REMOVE } from '../requestable.ts';
import { removeRole } from './remove-form.ts';

export const drift = defineCommand({
  name: 'drift',
  aliases: ['check access'],
  area: 'access',
  effect: 'shows',
  takes: {},
  example: 'drift',
  run: (turn, _args, services) => showDrift(turn, services, 0),
});

/** The pages of one list are of one read. */
const FRESH_MS = 30 * SECOND;

/** The differences that nobody keeps, found now. @throws AppError for a person who may not list assignments */
export const showDrift = async (turn: Turn, services: Services, page: number): Promise<Answer> => {
  const { policy, cache, vendor, database, clock } = services;
  requireLister(policy.current(), turn.who.objectId);
  const found = await cache.get(`drift ${policy.digest()}`, FRESH_MS, () => {
    const how = { policy: policy.current(), vendor, db: database.db, now: clock.now(), endBy: turn.answerBy };
    return findDrift(how);
  });
  // What a client asks for by itself only reads.
  if (!turn.automatic) await recordDrift(services, found);
  const open = await openDrift(services, found);
  const summary = turn.words.plain('access.drift.summary', { count: open.mismatches.length });
  return cardAnswer(driftCard(open, page, turn.words), summary, turnDriftTo(page));
};

const page = z.coerce.number().int().min(0).max(10_000).default(0);
const pressed = z.object({ mark: z.string().max(40), page });

const facetsOf = ({ place, role }: Mismatch) => ({ place: place.key, role: role.key });

/** Steward removes what somebody has directly; from what is gone nothing is left. */
const mayRemove = (services: Services, objectId: string, mismatch: Mismatch): boolean =>
  mismatch.kind !== 'gone' &&
  (mismatch.current?.held ?? 'direct') === 'direct' &&
  mayRequest(services, REMOVE, facetsOf(mismatch), objectId, mismatch.person.objectId);

/** Whose request it was asks again, with the same answers. */
const mayRepeat = (services: Services, objectId: string, mismatch: Mismatch): boolean =>
  mismatch.kind === 'gone' &&
  mismatch.person.objectId.toLowerCase() === objectId &&
  mayRequest(services, GRANT, facetsOf(mismatch), objectId, objectId);

/** A person who may end another's access may leave it as it is; no one decides that about their own. */
const mayAcknowledge = (services: Services, objectId: string, mismatch: Mismatch): boolean => {
  const { identityOf } = services.policy.current();
  return (
    identityOf(objectId) !== identityOf(mismatch.person.objectId.toLowerCase()) &&
    mayRequest(services, REMOVE, facetsOf(mismatch), objectId, mismatch.person.objectId)
  );
};

const rights = { remove: mayRemove, ask: mayRepeat, acknowledge: mayAcknowledge } as const;
const acts = ['remove', 'ask', 'acknowledge'] as const;

/** The mismatch that a button names. @throws AppError for a person who may not list assignments */
const found = async (
  turn: Turn,
  services: Services,
  mark: string,
  use: (mismatch: Mismatch) => Promise<Answer>,
): Promise<Answer> => {
  requireLister(services.policy.current(), turn.who.objectId);
  const mismatch = await findMismatch(services.database.db, mark);
  return mismatch ? use(mismatch) : textAnswer('access.drift.unknown');
};

export const turnDrift = defineAction({
  verb: driftVerbs.list,
  automatic: true,
  may: allowedBy(mayList),
  data: z.object({ page }),
  handle: (turn, data, services) => showDrift(turn, services, data.page),
});

export const openMismatch = defineAction({
  verb: driftVerbs.open,
  automatic: true,
  may: allowedBy(mayList),
  data: pressed,
  handle: (turn, data, services) =>
    found(turn, services, data.mark, async (mismatch) => {
      const own = acts.filter((act) => rights[act](services, turn.who.objectId, mismatch));
      const summary = turn.words.plain(`access.drift.kind.${mismatch.kind}`);
      return cardAnswer(mismatchCard(mismatch, data.page, own, turn.words), summary, { verb: driftVerbs.open, data });
    }),
});

/** Opens the removal form filled in: what is sent is decided as every removal is. */
export const removeMismatch = defineAction({
  verb: driftVerbs.remove,
  may: allowedBy(mayList),
  data: pressed,
  handle: (turn, { mark }, services) =>
    found(turn, services, mark, async (mismatch) => {
      if (!mayRemove(services, turn.who.objectId, mismatch)) return textAnswer('access.drift.notYours');
      const { person, role, place } = mismatch;
      return removeRole(turn, services, {
        person: person.objectId,
        role: role.key || role.title,
        place: place.key || place.title,
        reason: turn.words.plain(`access.drift.reason.${mismatch.kind}`),
      });
    }),
});

/** Opens the request's own form as it was filled in. */
export const askForMismatch = defineAction({
  verb: driftVerbs.ask,
  may: allowedBy(mayList),
  data: pressed,
  handle: (turn, { mark }, services) =>
    found(turn, services, mark, async (mismatch) => {
      if (!mayRepeat(services, turn.who.objectId, mismatch)) return textAnswer('access.drift.notYours');
      const change = await services.changes.find(mismatch.approved?.change ?? '');
      return change?.form
        ? formAnswer(change.form.name, change.form.answers, true)
        : textAnswer('access.drift.unknown');
    }),
});

/** Leaves it as it is: it is not reported again until it changes. */
export const acknowledgeMismatch = defineAction({
  verb: driftVerbs.acknowledge,
  may: allowedBy(mayList),
  data: pressed,
  handle: (turn, data, services) =>
    found(turn, services, data.mark, async (mismatch) => {
      const { who } = turn;
      if (!mayAcknowledge(services, who.objectId, mismatch)) return textAnswer('access.drift.notYours');
      const { database, clock, audit } = services;
      await database.transaction(async (trx) => {
        if (!(await acknowledge(trx, mismatch.mark, who, clock.now()))) return;
        await audit.append(trx, { ...entryOf(mismatch), actor: who.objectId, event: 'difference kept' });
      });
      return showDrift(turn, services, data.page);
    }),
});
