import { z } from 'zod';
import type { Outbox } from '#engine/outbox/outbox.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { BATCH, batchSubject, changesOfBatch, findBatch, raiseBatch } from '../batch/batch.ts';
import { CHANGE, type Change, subjectOf } from '../change.ts';
import { type ChangesCore, touchRelated } from '../core.ts';
import { namesFor } from '../decision/rules.ts';
import { scheduleNotices } from '../notices/schedule.ts';
import { findChange, listChanges, moveChange, raiseVersion } from '../repository.ts';

const DECIDERS = 'approvers';

/** The subject of the card that is posted for a request: what was sent with others stands on their batch's card. */
export const postedSubject = ({ id, batch }: Pick<Change, 'id' | 'batch'>): string =>
  batch === undefined ? subjectOf(id) : batchSubject(batch);

/** The variant of the posted card where it is decided; a batch has one for each conversation. @param conversation the policy's key of it */
export const decidersVariant = ({ batch }: Pick<Change, 'batch'>, conversation: string): string =>
  batch === undefined ? DECIDERS : `${DECIDERS} ${conversation}`;

/** Whether a variant is the one where it is decided. */
export const isForDeciders = (variant: string): boolean => variant === DECIDERS || variant.startsWith(`${DECIDERS} `);

/** The posted card of a request, with its version. */
export const postedCard = async (
  db: Db,
  change: Pick<Change, 'id' | 'version' | 'batch'>,
): Promise<{ readonly subject: string; readonly version: number }> => {
  const batch = change.batch === undefined ? undefined : await findBatch(db, change.batch);
  return { subject: postedSubject(change), version: batch?.version ?? change.version };
};

/** The requests on a posted card; none where the subject is no such card. */
export const changesOn = async (db: Db, subject: string): Promise<readonly Change[]> => {
  const [kind, id = ''] = subject.split(':', 2);
  if (kind === BATCH) {
    const batch = await findBatch(db, id);
    return batch ? changesOfBatch(db, batch) : [];
  }
  const change = kind === CHANGE ? await findChange(db, id) : undefined;
  return change ? [change] : [];
};

/** The requests on the posted card of this one. */
export const changesBeside = async (db: Db, change: Change): Promise<readonly Change[]> =>
  change.batch === undefined ? [change] : changesOn(db, postedSubject(change));

/** Redraws every copy of a change's own card and of its batch's. @param change as it is now */
export const touchCards = async (
  outbox: Pick<Outbox, 'touch'>,
  trx: Trx,
  { id, version, batch }: Pick<Change, 'id' | 'version' | 'batch'>,
): Promise<void> => {
  await outbox.touch(trx, subjectOf(id), version);
  const raised = batch === undefined ? undefined : await raiseBatch(trx, batch);
  if (raised) await outbox.touch(trx, batchSubject(raised.id), raised.version);
};

/** The same, where what they show changed without a step of the change. @returns the change as it is then */
export const redrawCards = async (outbox: Pick<Outbox, 'touch'>, trx: Trx, id: string): Promise<Change | undefined> => {
  const raised = await raiseVersion(trx, id);
  if (raised) await touchCards(outbox, trx, raised);
  return raised;
};

const REDRAW = 'changes.redraw';
const payload = z.object({ change: z.string() });

/** Redraws the card at `at`, when its content changes without an event: an eligibility ends. */
export const scheduleRedraw = (core: ChangesCore, trx: Trx, change: string, at: number): Promise<void> =>
  core.jobs.schedule(trx, { kind: REDRAW, key: `${REDRAW}:${change}`, dueAt: at, payload: { change } });

export const redrawJob = (core: ChangesCore): JobKind<z.infer<typeof payload>> => ({
  name: REDRAW,
  payload,
  maxAttempts: 100,
  async handle({ change }) {
    await redrawNow(core, change);
    return { end: 'done' };
  },
});

/** Redraws every copy of a change's card, and the cards that show it. */
export const redrawNow = (core: ChangesCore, id: string): Promise<Change | undefined> =>
  core.database.transaction((trx) => redrawIn(core, trx, id));

/** The same in the caller's transaction. */
export const redrawIn = async (core: ChangesCore, trx: Trx, id: string): Promise<Change | undefined> => {
  const raised = await redrawCards(core.outbox, trx, id);
  if (raised) await touchRelated(core, trx, raised);
  return raised;
};

/** More than any team will ever have waiting at once. */
const MOST = 10_000;

/** A new policy redraws the cards of waiting requests, which name their deciders. @param groups only of those that depend on one of these */
export const redrawWaiting = async (core: ChangesCore, groups?: ReadonlySet<string>): Promise<void> => {
  const policy = core.policy.current();
  const depends = ({ kind, terms }: Change): boolean =>
    namesFor(policy, { kind, facets: core.kindOf(kind).facets(terms) }).some((name) => groups?.has(name));
  for (const change of await listChanges(core.database.db, { states: ['waiting'] }, MOST)) {
    if (groups && !depends(change)) continue;
    await core.database.transaction(async (trx) => {
      const raised = await moveChange(trx, change, core.clock.now(), { state: 'waiting' });
      if (!raised) return;
      await touchCards(core.outbox, trx, raised);
      await scheduleNotices(core, trx, change, core.clock.now());
    });
  }
};
