import { z } from 'zod';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Change } from '../change.ts';
import { type ChangesCore, touchRelated } from '../core.ts';
import { namesFor } from '../decision/rules.ts';
import { scheduleNotices } from '../notices/schedule.ts';
import { listChanges, moveChange } from '../repository.ts';
import { redrawCards, touchCards } from './posted-card.ts';

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

/**
 * The card names its deciders, so a new policy redraws the cards of waiting requests.
 * @param groups only of those that depend on one of these groups
 */
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
