import { z } from 'zod';
import { STEWARD } from '../../audit/chain.ts';
import type { JobKind } from '../../jobs/jobs.ts';
import { iso } from '../../lib/clock.ts';
import type { Trx } from '../../storage/database.ts';
import { type Change, subjectOf } from '../change.ts';
import { advance, type ChangesCore } from '../core.ts';
import { deliverToReceiver, openToDeciders } from '../decision/ask-first.ts';
import { decisionContext } from '../decision/check-decision.ts';
import { findChange, listDecisions, moveChange } from '../repository.ts';
import { endAltered, sealLastDecision, wasAltered } from '../seal/seal.ts';
import { type NoticeState, noticeState } from './awaited.ts';
import { type DueNotice, dueNotices } from './due-notices.ts';
import { DECIDER, messageSubject, NOTICES, scheduleNotices } from './schedule.ts';
import { insertMessage, insertNotice } from './store.ts';

const payload = z.object({ change: z.string() });

/**
 * Notifies, reminds and escalates. Each run reads what is stored and does what is due in one transaction with a conditional
 * update of the request: a decision comes either before, and then nothing is posted, or after.
 */
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
  const change = await findChange(trx, id);
  if (change?.state !== 'waiting' || change.deadlineAt <= now) return undefined;
  const { review, state, escalates, due, next } = await lookAt(core, trx, change);
  if (review.asksFirst) {
    await deliverToReceiver(core, trx, change, review);
    return undefined;
  }
  // The policy may have asked the person first when it was made.
  if (review.receiver) await openToDeciders(core, trx, change, review.rule);
  if (escalates) return (await escalate(core, trx, change)) ? undefined : now;
  if (due.length === 0) return next;
  const moved = await moveChange(trx, change, now, { state: 'waiting' });
  if (!moved) return now;
  await give(core, trx, moved, state, due);
  await core.outbox.touch(trx, subjectOf(id), moved.version);
  return (await lookAt(core, trx, moved)).next;
};

const lookAt = async (core: ChangesCore, trx: Trx, change: Change) => {
  const context = decisionContext(core, change, await listDecisions(trx, change.id));
  const state = await noticeState(trx, context, core.clock.now());
  return { review: context.review, state, ...dueNotices(state.question) };
};

/** The notices of a new request, in the transaction that stores it. */
export const beginNotices = async (core: ChangesCore, trx: Trx, change: Change): Promise<void> => {
  const { review, state, due, firstHeardAt, next } = await lookAt(core, trx, change);
  await give(core, trx, change, state, due);
  const { escalateAt = Number.POSITIVE_INFINITY } = state.question;
  // Whoever is in a group that cannot be read now is notified once it can.
  const isKnown = review.unread.length === 0;
  if (isKnown && firstHeardAt === undefined && escalateAt >= change.deadlineAt)
    await tellNobodyHears(core, trx, change);
  const again = (await lookAt(core, trx, change)).next ?? next;
  if (again !== undefined) await scheduleNotices(core, trx, change.id, again);
};

/** Everybody who decides has quiet hours until it expires: whoever asked can still find somebody. */
const tellNobodyHears = ({ outbox }: ChangesCore, trx: Trx, { requester, ref }: Change): Promise<void> => {
  const to = { person: requester.objectId };
  return outbox.notify(trx, to, requester.language, 'changes.notices.nobodyHears', { ref });
};

/** Posts what is due, and records it. */
const give = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  state: NoticeState,
  due: readonly DueNotice[],
): Promise<void> => {
  const wayOf = ({ person }: DueNotice) => state.settings.get(person)?.way ?? 'mention';
  for (const kind of ['asked', 'reminder'] as const) {
    const mentioned = due.filter((one) => one.kind === kind && wayOf(one) === 'mention');
    if (mentioned.length > 0) await postMention(core, trx, change, state, { kind, due: mentioned });
  }
  for (const one of due.filter((other) => wayOf(other) === 'chat')) {
    if (one.kind === 'asked') await deliverOwnCard(core, trx, change, one.person, languageFor(state, one.person));
    else await postReminder(core, trx, change, state, one);
    await record(core, trx, change, one, 'chat');
  }
};

const record = (
  core: ChangesCore,
  trx: Trx,
  { id }: Change,
  { person, kind }: DueNotice,
  way: 'mention' | 'chat',
  message?: string,
) => insertNotice(trx, { id: core.ids.opaque(), change: id, person, kind, way, message, at: core.clock.now() });

const personIn = (state: NoticeState, objectId: string) => ({
  objectId,
  name: state.people.find((person) => person.objectId === objectId)?.name ?? '',
  standsFor: [...state.standsFor(objectId)],
});

/** One reply under the card in the conversation where it is decided. */
const postMention = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  state: NoticeState,
  { kind, due }: { readonly kind: DueNotice['kind']; readonly due: readonly DueNotice[] },
): Promise<void> => {
  const id = core.ids.opaque();
  const people = due.map(({ person }) => personIn(state, person));
  await insertMessage(trx, { id, change: change.id, kind, people, at: core.clock.now() });
  for (const one of due) await record(core, trx, change, one, 'mention', id);
  await core.outbox.deliver(trx, {
    subject: messageSubject(id),
    face: 'mention',
    to: { under: subjectOf(change.id), face: 'approvers' },
    language: state.language,
    version: 1,
  });
};

/** The card stands in their chat already: a line that rings brings them back to it. */
const postReminder = async (core: ChangesCore, trx: Trx, change: Change, state: NoticeState, { person }: DueNotice) => {
  const id = core.ids.opaque();
  const people = [personIn(state, person)];
  await insertMessage(trx, { id, change: change.id, kind: 'reminder', people, at: core.clock.now() });
  await core.outbox.deliver(trx, {
    ...{ subject: messageSubject(id), face: 'chat', to: { person }, version: 1, needsAnswer: true },
    language: languageFor(state, person),
  });
};

/** The request's card, with its buttons, in the own chat of somebody who decides. */
export const deliverOwnCard = (
  { outbox }: Pick<ChangesCore, 'outbox'>,
  trx: Trx,
  { id, version }: Change,
  person: string,
  language: string,
): Promise<void> =>
  outbox.deliver(trx, {
    ...{ subject: subjectOf(id), face: DECIDER, to: { person }, language, version, needsAnswer: true },
  });

const languageFor = ({ settings, language }: NoticeState, person: string): string =>
  settings.get(person)?.language || language;

/** Whom its rule escalates to may decide from now on. @returns undefined if another update came first */
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
