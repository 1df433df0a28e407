import { type Answer, cardAnswer, delivered, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { translateText } from '#cloud/operations/translation.ts';
import type { Services } from '#features/feature.ts';
import { iso } from '#platform/lib/clock.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { drawTranslation } from '../cards/translation-card.ts';
import { deliverTranslation, translationPruning, translations } from '../jobs.ts';
import { codeForLocale } from '../languages/names.ts';
import type { Message } from '../message/document.ts';
import { requireTranslating } from '../policy.ts';
import {
  forgetTranslation,
  holdTranslation,
  newOrder,
  newTranslation,
  readerOf,
  saveLastUsed,
  type TranslationRow,
  takeShowing,
  translationStore,
} from '../store.ts';
import {
  type Asker,
  type Destination,
  firstView,
  loadTranslation,
  type Order,
  type SourceCard,
  type Translation,
  type View,
} from '../translation.ts';

/** @throws AppError when there is no translator, or the policy does not allow this person to use it */
export const requireTranslator = ({ who }: Turn, { vendor, policy }: Services): void => {
  vendor.requireService(translateText);
  requireTranslating(policy.current(), who.objectId);
};

/**
 * The language that a person reads: the one that they set, the one of their Teams, or the one of the conversation.
 * @returns undefined if none of them is known
 */
export const readingLanguage = async (
  { who, where, words, teamsLocale }: Turn,
  { database, policy }: Services,
): Promise<string | undefined> => {
  const { own } = await readerOf(database.db, who.objectId);
  const there = policy.current().conversationById(where.conversationId)?.language;
  const sent = teamsLocale ? codeForLocale(words.locale) : undefined;
  return own ?? sent ?? (there === undefined ? undefined : codeForLocale(there));
};

interface NewOrder extends Pick<View, 'shortened' | 'remember'> {
  readonly order: Order;
  /** The key of the request. */
  readonly source: string;
  readonly thing?: SourceCard;
}

/**
 * Begins a translation, or finds the one that the same request has begun before, and shows it as soon as it is ready; a slow
 * one is posted later, in the same conversation, or, from a dialog, in the personal chat.
 */
export const openTranslation = async (
  turn: Turn,
  services: Services,
  { order, source, thing, ...view }: NewOrder,
): Promise<Answer> => {
  requireTranslator(turn, services);
  const { database, clock, ids, policy } = services;
  const { who, where, words } = turn;
  const language =
    where.kind === 'personal' ? undefined : policy.current().conversationById(where.conversationId)?.language;
  const row = {
    ...{ id: ids.opaque(), source, asked_by: who.objectId, language: language ?? words.locale },
    asker_json: JSON.stringify(askerOf(turn)),
    reach_json: JSON.stringify(reachOf(turn)),
    order_json: JSON.stringify(order),
    thing_json: thing === undefined ? null : JSON.stringify(thing),
    view_json: JSON.stringify({ ...firstView, ...view }),
    held_until: iso(clock.now() + HOLD_MS),
    ...newTranslation(clock.now()),
  };
  const { id } = await database.transaction(async (trx) => {
    const inserted = await translationStore.insert(trx, clock.now(), row);
    if (!inserted.isNew) return inserted;
    await translations.schedule(trx, services, inserted.id);
    await saveLastUsed(
      trx,
      clock.now(),
      who.objectId,
      order.to.map(({ language: code }) => code),
    );
    await translationPruning.prune(trx, services);
    return inserted;
  });
  return showWhenThere(turn, services, id);
};

const askerOf = ({ who, where }: Turn): Asker => ({
  objectId: who.objectId,
  tenantId: who.tenantId,
  conversationId: baseId(where.conversationId),
  ...(where.teamId === undefined ? {} : { teamId: where.teamId }),
});

/** A translation from a dialog is for its requester only, unless the dialog belongs to a card that everybody sees. */
const reachOf = ({ who, where, pressed, dialog }: Turn): Destination => {
  if (pressed) return { to: { conversation: pressed.conversationId, copy: pressed.activityId }, postedAs: pressed };
  return { to: dialog ? { person: who.objectId } : { conversation: where.conversationId } };
};

/** Waits a moment for it. Then either the turn or the job shows it, never both. */
export const showWhenThere = async (turn: Turn, services: Services, id: string): Promise<Answer> => {
  const row = await waitFor(services, id);
  if (!row || row.asked_by !== turn.who.objectId) return textAnswer('translation.gone');
  if (turn.dialog && !turn.pressed) return showInDialog(turn, services, row);
  const { database } = services;
  await database.transaction((trx) => deliverTranslation(trx, services, row));
  if (!turn.pressed && !turn.dialog) return delivered;
  const { card, summary } = drawTranslation(row, turn.words, services);
  return cardAnswer(card, summary);
};

const showInDialog = async (turn: Turn, services: Services, row: TranslationRow): Promise<Answer> => {
  const { database, clock } = services;
  if (row.state === 'waiting') await holdTranslation(database.db, row.id, clock.now());
  else await takeShowing(database.db, row.id);
  const { card, summary } = drawTranslation(row, turn.words, services, true);
  return cardAnswer(card, summary);
};

/** A person's own translation, with its message as they may read it now. */
interface OwnTranslation {
  readonly row: TranslationRow;
  readonly translation: Translation;
  readonly message: Message;
}

/** The translation of a pressed card, for its requester only. Texts that they may not read any more are deleted. */
export const ownTranslation = async (turn: Turn, services: Services, id: string): Promise<OwnTranslation | Answer> => {
  const { db } = services.database;
  const row = await translationStore.find(db, id);
  if (!row) return textAnswer('translation.gone');
  if (row.asked_by !== turn.who.objectId) return textAnswer('translation.refused.notYours');
  const translation = loadTranslation(row);
  const { thing, order } = translation;
  const message = thing === undefined ? order.message : await textsOf(turn, services, thing);
  if (message) return { row, translation, message };
  await forgetTranslation(db, id);
  return textAnswer('translation.gone');
};

/** Checks for the translation again, from the dialog that announced it. */
export const refreshDialog = async (turn: Turn, services: Services, id: string): Promise<Answer> => {
  const own = await ownTranslation(turn, services, id);
  if ('kind' in own) return own;
  const { database, clock } = services;
  if (own.row.state === 'waiting') await holdTranslation(database.db, id, clock.now() + HOLD_MS);
  return showWhenThere(turn, services, id);
};

/**
 * Another page or view of it, or another order for the same message: stored before it is rendered, so that every copy
 * shows it, also after a restart. A repeated order is worked on once.
 */
export const pressTranslation = async (
  turn: Turn,
  services: Services,
  id: string,
  change: { view?(view: View): View; order?(order: Order): Order },
): Promise<Answer> => {
  const own = await ownTranslation(turn, services, id);
  if ('kind' in own) return own;
  const { row, message } = own;
  const { order, view } = own.translation;
  const now = services.clock.now();
  const order_json = change.order ? JSON.stringify(change.order({ ...order, message })) : row.order_json;
  const anew = order_json !== row.order_json;
  if (anew) requireTranslator(turn, services);
  const changes = {
    view_json: JSON.stringify(change.view?.(view) ?? view),
    ...(anew ? { ...newOrder(now), order_json } : {}),
    // A slow new order from a dialog is posted in the personal chat.
    ...(anew && turn.dialog ? { held_until: iso(now + HOLD_MS), shown: 0 } : {}),
  };
  await translations.press(services, turn, row, changes, async (trx) => {
    if (anew) await translations.schedule(trx, services, id);
  });
  return showPressed(turn, services, id);
};

const showPressed = async (turn: Turn, services: Services, id: string): Promise<Answer> => {
  const row = await waitFor(services, id);
  if (!row) return textAnswer('translation.gone');
  if (turn.dialog) return showInDialog(turn, services, row);
  const { card, summary } = drawTranslation(row, turn.words, services);
  return cardAnswer(card, summary);
};

/** The card's texts as this person may read them now; undefined if there are none. */
export const textsOf = async (turn: Turn, services: Services, thing: SourceCard): Promise<Message | undefined> => {
  const [kind = '', ...id] = thing.subject.split(':');
  // A request in the personal chat about a channel's card is checked as if it were made in the channel.
  const there = { ...turn, where: { ...turn.where, conversationId: thing.conversationId } };
  const texts = await services.registry().translatable(kind)?.texts(id.join(':'), there, services);
  return texts && { kind: 'text', content: texts.join('\n\n') };
};

/** How long a turn waits for its translation before it announces it. */
export const PATIENCE_MS = 600;
/** The time for the turn's own answer; only after that does the outbox take over. */
const GRACE_MS = 800;
export const HOLD_MS = PATIENCE_MS + GRACE_MS;

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 25;

/** The row once it is done or has failed, or its current state when the time is over. */
export const waitFor = async (
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  id: string,
  patienceMs = PATIENCE_MS,
): Promise<TranslationRow | undefined> => {
  const end = clock.now() + patienceMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const row = await translationStore.find(database.db, id);
    const left = end - clock.now();
    // With a reason it waits for the vendor, which takes longer than a turn.
    if (row?.state !== 'waiting' || row.why_json !== null || left <= 0) return row;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, left)));
  }
};
