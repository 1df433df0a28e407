import { z } from 'zod';
import { STEWARD } from '#platform/audit/chain.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { iso } from '#platform/lib/clock.ts';
import type { Trx } from '#platform/storage/database.ts';
import { listed } from '#platform/texts/texts.ts';
import { changesBeside, touchCards } from '../card/posted-card.ts';
import type { Change } from '../change.ts';
import { advance, type ChangesCore } from '../core.ts';
import { deliverToReceiver, openToDeciders } from '../decision/accept.ts';
import { decisionContext } from '../decision/check-decision.ts';
import { findChange, listDecisions, moveChange } from '../repository.ts';
import { endAltered, wasAltered } from '../seal/altered.ts';
import { sealLastDecision } from '../seal/seal.ts';
import { type DueRequest, deliverNotices } from './deliver.ts';
import { dueNotices, noticeState } from './due-notices.ts';
import { NOTICES, scheduleNotices } from './schedule.ts';

const payload = z.object({ change: z.string() });

/** Notifies, reminds and escalates in one transaction with a conditional update of the request, so that a decision comes before or after. */
export const noticesJob = (core: ChangesCore): JobKind<z.infer<typeof payload>> => ({
  name: NOTICES,
  payload,
  maxAttempts: 1_000,
  async handle({ change: id }) {
    const next = await core.database.transaction((trx) => runOnce(core, trx, id));
    return next === undefined ? { end: 'done' } : { again: next };
  },
});

/** @returns when to look again, in milliseconds since 1970 */
const runOnce = async (core: ChangesCore, trx: Trx, id: string): Promise<number | undefined> => {
  const now = core.clock.now();
  const waiting: Looked[] = [];
  for (const change of await waitingBeside(core, trx, id)) {
    const looked = await readState(core, trx, change);
    const { review } = looked;
    if (review.asksFirst) await deliverToReceiver(core, trx, change, review);
    else waiting.push(looked);
    // The policy may have asked the person first when it was made.
    if (review.receiver && !review.asksFirst) await openToDeciders(core, trx, change, review.rule);
  }
  const escalating = waiting.filter(({ escalates }) => escalates);
  for (const { change } of escalating) if (!(await escalate(core, trx, change))) return now;
  if (escalating.length > 0) return undefined;
  const due: DueRequest[] = [];
  for (const looked of waiting.filter((one) => one.due.length > 0)) {
    const moved = await moveChange(trx, looked.change, now, { state: 'waiting' });
    if (!moved) return now;
    due.push({ ...looked, change: moved });
  }
  if (due.length === 0) return earliest(waiting);
  await deliverNotices(core, trx, due);
  for (const { change } of due) await touchCards(core.outbox, trx, change);
  const after: Looked[] = [];
  for (const { change } of waiting) after.push(await readState(core, trx, change));
  return earliest(after);
};

const waitingBeside = async (core: ChangesCore, trx: Trx, id: string): Promise<readonly Change[]> => {
  const change = await findChange(trx, id);
  const beside = change ? await changesBeside(trx, change) : [];
  return beside.filter(({ state, deadlineAt }) => state === 'waiting' && deadlineAt > core.clock.now());
};

type Looked = Awaited<ReturnType<typeof readState>>;

const readState = async (core: ChangesCore, trx: Trx, change: Change) => {
  const context = decisionContext(core, change, await listDecisions(trx, change.id));
  const state = await noticeState(trx, context, core.clock.now());
  return { change, review: context.review, state, ...dueNotices(state.question) };
};

const earliest = (looked: readonly Pick<Looked, 'next'>[]): number | undefined => {
  const moments = looked.flatMap(({ next }) => (next === undefined ? [] : [next]));
  return moments.length === 0 ? undefined : Math.min(...moments);
};

/** The notices of new requests on one card, in the transaction that stores them. */
export const beginNotices = async (core: ChangesCore, trx: Trx, changes: readonly Change[]): Promise<void> => {
  const looked: Looked[] = [];
  for (const change of changes) looked.push(await readState(core, trx, change));
  await deliverNotices(core, trx, looked);
  const unheard = looked.filter(
    ({ change, review, state, firstHeardAt }) =>
      // Members of a group that cannot be read now are notified once it can.
      review.unread.length === 0 &&
      firstHeardAt === undefined &&
      (state.question.escalateAt ?? Number.POSITIVE_INFINITY) >= change.deadlineAt,
  );
  await tellNobodyHears(core, trx, unheard);
  const given: Pick<Looked, 'next'>[] = [];
  for (const { change, next } of looked) given.push({ next: (await readState(core, trx, change)).next ?? next });
  const again = earliest(given);
  const [first] = changes;
  if (first && again !== undefined) await scheduleNotices(core, trx, first, again);
};

/** All deciders have quiet hours until it expires: the requester can still find one. */
const tellNobodyHears = async (
  { outbox }: ChangesCore,
  trx: Trx,
  unheard: readonly Pick<Looked, 'change'>[],
): Promise<void> => {
  const [first] = unheard;
  if (!first) return;
  const { objectId, language } = first.change.requester;
  const ref = listed(
    unheard.map(({ change }) => change.ref),
    { formatLocale: language },
  );
  const to = { person: objectId };
  await outbox.notify(trx, to, language, 'changes.notices.nobodyHears', { ref });
};

/** The people its rule escalates to may decide from now on. @returns undefined if another update came first */
const escalate = async (core: ChangesCore, trx: Trx, change: Change): Promise<Change | undefined> => {
  const decisions = await listDecisions(trx, change.id);
  if (await wasAltered(core, trx, change, decisions)) return endAltered(core, trx, change);
  const context = decisionContext(core, change, decisions);
  const moved = await advance(core, trx, change, {
    patch: { state: 'waiting', escalated_at: iso(core.clock.now()) },
    actor: STEWARD,
    event: 'escalated',
    detail: { to: context.review.rule?.escalate?.to ?? [] },
  });
  if (moved) await sealLastDecision(trx, core.audit, moved);
  return moved;
};
