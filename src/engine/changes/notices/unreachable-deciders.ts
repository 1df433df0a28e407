import type { DeliveryRow } from '#engine/outbox/tables.ts';
import type { Trx } from '#platform/storage/database.ts';
import { listed } from '#platform/texts/texts.ts';
import { changesBeside, changesOn, decidersVariant, isForDeciders, redrawCards } from '../card/posted-card.ts';
import type { Change } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { RECEIVER } from '../decision/accept.ts';
import { decisionContext } from '../decision/check-decision.ts';
import { findChange, listDecisions } from '../repository.ts';
import { deliverOwnCard } from './deliver.ts';
import { noticeState } from './due-notices.ts';
import { DECIDER, scheduleNotices } from './schedule.ts';
import { markUnreached, moveToOwnChat } from './store.ts';

/** Whose mention becomes a card in their own chat: of this message, or of all; these people, or all. */
interface Unmentioned {
  readonly message?: string;
  readonly people?: readonly string[];
}

/** People who cannot be mentioned, because they or Steward are not in that conversation, get the card in their own chat. */
export const useOwnChat = async (core: ChangesCore, trx: Trx, changeId: string, which: Unmentioned): Promise<void> => {
  const change = await findChange(trx, changeId);
  for (const one of change ? await changesBeside(trx, change) : []) await moveNotices(core, trx, one, which);
};

const moveNotices = async (core: ChangesCore, trx: Trx, change: Change, which: Unmentioned): Promise<void> => {
  if (change.state !== 'waiting') return;
  const moved = await moveToOwnChat(trx, change.id, which.message, which.people);
  if (moved.length === 0) return;
  const context = decisionContext(core, change, await listDecisions(trx, change.id));
  const { settings, language } = await noticeState(trx, context, core.clock.now());
  for (const person of moved) {
    await deliverOwnCard(core, trx, change, person, settings.get(person)?.language || language);
  }
  // The card shows how people were notified.
  await redrawCards(core.outbox, trx, change.id);
};

/** The requester can tell the receiver where they find it. */
const tellNotReached = async (
  core: ChangesCore,
  trx: Trx,
  waiting: readonly Change[],
  person: string,
): Promise<void> => {
  const theirs: Change[] = [];
  let asksFirst = false;
  let who = '';
  for (const change of waiting) {
    const { review } = decisionContext(core, change, await listDecisions(trx, change.id));
    if (review.receiver?.objectId.toLowerCase() !== person) continue;
    theirs.push(change);
    asksFirst ||= review.asksFirst;
    who = review.receiver.name;
  }
  await tellRequester(core, trx, theirs, 'changes.onBehalf.unreached', { who, asksFirst });
};

/** One message about all of these requests, which one person sent. */
const tellRequester = async (
  { outbox }: ChangesCore,
  trx: Trx,
  changes: readonly Change[],
  text: 'changes.onBehalf.unreached' | 'changes.notices.unreached',
  values: Readonly<Record<string, string | boolean>>,
): Promise<void> => {
  const [first] = changes;
  if (!first) return;
  const { objectId, language } = first.requester;
  const refs = changes.map(({ ref }) => ref);
  const ref = listed(refs, { formatLocale: language });
  await outbox.notify(trx, { person: objectId }, language, text, { ...values, ref });
};

/** A copy that did not arrive: people mentioned there get their own; the requester is told, and without any decider it escalates. */
export const noticeUndelivered = async (core: ChangesCore, trx: Trx, row: DeliveryRow): Promise<void> => {
  if (row.activity_id !== null) return;
  const waiting = (await changesOn(trx, row.subject)).filter(({ state }) => state === 'waiting');
  if (isForDeciders(row.face) && row.target_kind === 'conversation') {
    for (const change of waiting) if (isDecidedOn(core, change, row.face)) await moveNotices(core, trx, change, {});
  }
  if (row.face === RECEIVER) return tellNotReached(core, trx, waiting, row.target);
  if (row.face !== DECIDER) return;
  for (const change of waiting) {
    await markUnreached(trx, change.id, row.target);
    await redrawCards(core.outbox, trx, change.id);
    await scheduleNotices(core, trx, change, core.clock.now());
  }
  const who = core.policy.current().personByObjectId(row.target)?.name ?? '';
  await tellRequester(core, trx, waiting, 'changes.notices.unreached', { who });
};

/** Whether a change is decided where this variant of its card stands. */
const isDecidedOn = (core: ChangesCore, change: Change, variant: string): boolean =>
  decidersVariant(change, decisionContext(core, change, []).review.rule?.card ?? '') === variant;
