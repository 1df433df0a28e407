import type { DeliveryRow } from '../../outbox/tables.ts';
import type { Trx } from '../../storage/database.ts';
import { type Change, subjectOf } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { RECEIVER } from '../decision/ask-first.ts';
import { decisionContext } from '../decision/check-decision.ts';
import { findChange, listDecisions, raiseVersion } from '../repository.ts';
import { noticeState } from './awaited.ts';
import { deliverOwnCard } from './notify.ts';
import { DECIDER, scheduleNotices } from './schedule.ts';
import { markUnreached, moveToOwnChat } from './store.ts';

/** People who cannot be mentioned, because they or Steward are not in that conversation, get the card in their own chat. */
export const useOwnChat = async (
  core: ChangesCore,
  trx: Trx,
  changeId: string,
  which: { readonly message?: string; readonly people?: readonly string[] },
): Promise<void> => {
  const change = await findChange(trx, changeId);
  if (change?.state !== 'waiting') return;
  const moved = await moveToOwnChat(trx, changeId, which.message, which.people);
  if (moved.length === 0) return;
  const context = decisionContext(core, change, await listDecisions(trx, changeId));
  const { settings, language } = await noticeState(trx, context, core.clock.now());
  for (const person of moved) {
    await deliverOwnCard(core, trx, change, person, settings.get(person)?.language || language);
  }
  await redraw(core, trx, change);
};

/** The card shows how people were notified. */
const redraw = async ({ outbox }: ChangesCore, trx: Trx, { id }: Change): Promise<void> => {
  const raised = await raiseVersion(trx, id);
  if (raised) await outbox.touch(trx, subjectOf(id), raised.version);
};

/** Whoever asked in another person's place can tell them where they find it. */
const tellNotReached = async (core: ChangesCore, trx: Trx, change: Change): Promise<void> => {
  const { receiver, asksFirst } = decisionContext(core, change, await listDecisions(trx, change.id)).review;
  const { requester, ref } = change;
  const to = { person: requester.objectId };
  const values = { who: receiver?.name ?? '', ref, asksFirst };
  await core.outbox.notify(trx, to, requester.language, 'changes.onBehalf.unreached', values);
};

/**
 * A copy that did not arrive. Where the conversation takes none, those who would be mentioned there get their own; whom Teams
 * knows no way to is told to whoever asked, and where nobody is left, it escalates at once.
 */
export const noticeUndelivered = async (core: ChangesCore, trx: Trx, row: DeliveryRow): Promise<void> => {
  const [kind, id = ''] = row.subject.split(':', 2);
  if (subjectOf(id) !== `${kind}:${id}` || row.activity_id !== null) return;
  if (row.face === 'approvers' && row.target_kind === 'conversation') await useOwnChat(core, trx, id, {});
  if (row.face !== DECIDER && row.face !== RECEIVER) return;
  const change = await findChange(trx, id);
  if (change?.state !== 'waiting') return;
  if (row.face === RECEIVER) return tellNotReached(core, trx, change);
  await markUnreached(trx, id, row.target);
  await redraw(core, trx, change);
  const { requester, ref } = change;
  const who = core.policy.current().personByObjectId(row.target)?.name ?? '';
  const to = { person: requester.objectId };
  await core.outbox.notify(trx, to, requester.language, 'changes.notices.unreached', { who, ref });
  await scheduleNotices(core, trx, id, core.clock.now());
};
