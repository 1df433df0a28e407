import { type Answer, cardAnswer, delivered, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { callOptions } from '#cloud/operation.ts';
import type { Services } from '#features/feature.ts';
import type { Trx } from '#platform/storage/database.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { forbidden } from '../errors.ts';
import { type BillingAccount, type InvoiceName, mayBeShownIn, maySee } from '../policy.ts';
import type { AnyReportKind, Drawing, Report, ReportKind } from '../report/report.ts';
import { accountOf, filteredOf, kindOf, loadReport, reports } from '../report/reports.ts';
import { startReport } from '../report/start-report.ts';
import { type ReportRow, reportStore } from '../store.ts';

/** A requested report. The right to see the account was checked when it was found. */
interface ReportDraft<Q> {
  readonly account: BillingAccount;
  readonly invoices: readonly InvoiceName[];
  readonly question: Q;
}

/** The conversation of a turn; undefined for a personal chat. */
export const sharedConversation = ({ where }: Turn): string | undefined =>
  where.kind === 'personal' ? undefined : where.conversationId;

/**
 * Begins a report: its card is posted at once and updated while a job reads. If the account's amounts may not be shown in
 * the conversation, it goes to the personal chat, and the answer says so.
 */
export const openReport = async <Q, R>(
  turn: Turn,
  services: Services,
  kind: ReportKind<Q, R>,
  { account, invoices, question }: ReportDraft<Q>,
): Promise<Answer> => {
  const current = services.policy.current();
  const place = sharedConversation(turn);
  const isShownHere = mayBeShownIn(current, account, place);
  const conversationId = isShownHere ? place : undefined;
  const conversation = conversationId === undefined ? undefined : current.conversationById(conversationId);
  const language = conversation?.language ?? turn.words.locale;
  const askedBy = turn.who.objectId;
  await services.database.transaction((trx) =>
    startReport(trx, services, kind, {
      ...{ account, invoices, question, askedBy, conversationId, language, source: turn.source },
    }),
  );
  return isShownHere ? delivered : textAnswer('billing.sent.personal', { account: account.title });
};

/** The report of a pressed card that this person may see here. */
interface PressedReport {
  readonly row: ReportRow;
  readonly kind: AnyReportKind;
  readonly account: BillingAccount;
}

/**
 * The report of a pressed card. The person who presses needs the right too, in the conversation of the press; nobody sees
 * the card of another person's personal chat.
 * @returns undefined if the report does not exist any more
 * @throws AppError for a person without the right; it reveals nothing about the report
 */
const findPressed = async (turn: Turn, services: Services, id: string): Promise<PressedReport | undefined> => {
  const row = await reportStore.find(services.database.db, id);
  const kind = row && kindOf(row);
  if (!kind) return undefined;
  const { objectId } = turn.who;
  const policy = services.policy.current();
  const account = accountOf(policy, row);
  const isOfAnother = row.conversation_id === null && row.asked_by !== objectId;
  if (!account || isOfAnother || !maySee(policy, account, objectId)) throw forbidden('press');
  // A copy in another conversation was put there by another person: the rights of the report do not apply there.
  if (!isSamePlace(row.conversation_id, sharedConversation(turn))) throw forbidden('elsewhere');
  const askerMaySee = row.asked_by === objectId || maySee(policy, account, row.asked_by);
  if (!askerMaySee || !mayBeShownIn(policy, account, sharedConversation(turn))) {
    await reports.edit(services, id, {});
    throw forbidden('here');
  }
  return { row, kind, account };
};

/** A channel includes all of its threads. */
const isSamePlace = (one: string | null, other: string | undefined): boolean =>
  baseId(one ?? '') === baseId(other ?? '');

export const drawingOf = (turn: Turn, services: Services): Drawing => ({
  words: turn.words,
  services,
  ...callOptions(turn),
});

/** The answer to a press: the report's card from its current row. */
const showReport = async (turn: Turn, services: Services, { row, kind, account }: PressedReport): Promise<Answer> => {
  const { card, summary } = await kind.draw(loadReport(row, kind, account), drawingOf(turn, services));
  return cardAnswer(card, summary);
};

/** Records a press on a report and answers with its card. */
const editPressed = async (
  turn: Turn,
  services: Services,
  pressed: PressedReport,
  changes: Partial<ReportRow>,
  also?: (trx: Trx) => Promise<void>,
): Promise<Answer> => {
  const row = await reports.press(services, turn, pressed.row, changes, also);
  return row ? showReport(turn, services, { ...pressed, row }) : textAnswer('billing.gone');
};

/**
 * Changes a report's question, for example its page: stored before the card is rendered, so that every copy shows it, also
 * after a restart.
 */
export const changeQuestion = async <Q, R>(
  turn: Turn,
  services: Services,
  { id, kind, change }: { readonly id: string; readonly kind: ReportKind<Q, R>; change(question: Q): Q },
): Promise<Answer> => {
  const pressed = await findPressed(turn, services, id);
  if (pressed?.kind.name !== kind.name) return textAnswer('billing.gone');
  const question = kind.question.parse(change(kind.question.parse(JSON.parse(pressed.row.question_json))));
  const filtered = filteredOf(pressed.row);
  return editPressed(turn, services, pressed, { question_json: JSON.stringify(question) }, async (trx) =>
    kind.begin?.(trx, services, { id, question, filtered }),
  );
};

/** The report of a pressed card, for an additional request; undefined if it does not exist any more. */
export const pressedReport = async <Q, R>(
  turn: Turn,
  services: Services,
  id: string,
  kind: ReportKind<Q, R>,
): Promise<Report<Q, R> | undefined> => {
  const pressed = await findPressed(turn, services, id);
  return pressed?.kind.name === kind.name ? loadReport(pressed.row, kind, pressed.account) : undefined;
};

/** A pressed card of any kind, with the names of the parts on it; undefined if it does not exist any more. */
export const pressedLines = async (
  turn: Turn,
  services: Services,
  id: string,
): Promise<(Pick<Report<unknown, unknown>, 'account' | 'invoices'> & { labels: readonly string[] }) | undefined> => {
  const pressed = await findPressed(turn, services, id);
  if (!pressed) return undefined;
  const { account, invoices, state } = loadReport(pressed.row, pressed.kind, pressed.account);
  const labels = state.is === 'read' ? pressed.kind.labels?.(state.result) : undefined;
  return { account, invoices, labels: labels ?? [] };
};

/** Reads the invoices of a report again, unless they are being read. */
export const rereadReport = async (turn: Turn, services: Services, id: string): Promise<Answer> => {
  const pressed = await findPressed(turn, services, id);
  if (!pressed) return textAnswer('billing.gone');
  if (pressed.row.state === 'reading') return showReport(turn, services, pressed);
  const started = { state: 'reading', rows_read: 0, rows_of: null, filter_json: null } as const;
  const { kind, row } = pressed;
  return editPressed(turn, services, pressed, started, async (trx) => {
    await reports.schedule(trx, services, id);
    const question = kind.question.parse(JSON.parse(row.question_json));
    await kind.begin?.(trx, services, { id, question, filtered: undefined });
  });
};
