import { callOptions } from '../../../api/call-options.ts';
import { type Answer, cardAnswer, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import type { Trx } from '../../../storage/database.ts';
import type { Services } from '../../feature.ts';
import { accountOf, loadReport, reportSubject } from '../load-report.ts';
import { readingOf } from '../read-report.ts';
import { notAllowed } from '../refused.ts';
import type { AnyReportKind, Drawing, Report, ReportKind } from '../report.ts';
import { reportKinds } from '../report-kinds.ts';
import { drawReport } from '../report-renderer.ts';
import { changeReport, findReport, type ReportRow } from '../report-rows.ts';
import { maySee, mayStandIn } from '../rights.ts';
import { placeOf } from './start-report.ts';

export const drawingOf = (turn: Turn, services: Services): Drawing => ({
  words: turn.words,
  services,
  ...callOptions(turn),
});

interface Pressed {
  readonly row: ReportRow;
  readonly kind: AnyReportKind;
}

/**
 * The report of a pressed card. Whoever presses needs the right themselves, there where they press; nobody is shown the
 * card of somebody else's own chat.
 * @returns undefined where it is forgotten
 * @throws AppError for who may not, without a word of what it holds
 */
const findPressed = async (turn: Turn, services: Services, id: string): Promise<Pressed | undefined> => {
  const row = await findReport(services.database.db, id);
  const kind = reportKinds.find(({ name }) => name === row?.kind);
  if (!row || !kind) return undefined;
  const policy = services.policy.current();
  const account = accountOf(policy, row);
  const elsewhere = row.conversation_id === null && row.asked_by !== turn.who.objectId;
  if (!account || elsewhere || !maySee(policy, account, turn.who.objectId)) throw notAllowed('press');
  // A copy of it that stands elsewhere was put there by somebody else: the rights there are not those of the report.
  if (!isSamePlace(row.conversation_id, placeOf(turn))) throw notAllowed('elsewhere');
  if (!mayStandIn(policy, account, placeOf(turn)) || !loadReport(row, kind, policy)) {
    await redraw(services, id, {});
    throw notAllowed('here');
  }
  return { row, kind };
};

/** A channel is one place with all of its threads. */
const isSamePlace = (one: string | null, other: string | undefined): boolean => baseOf(one) === baseOf(other);
const baseOf = (conversationId: string | null | undefined): string | undefined => conversationId?.split(';', 1)[0];

/** @param also written in the same transaction */
const redraw = async (
  services: Services,
  id: string,
  columns: Parameters<typeof changeReport>[2],
  also?: (trx: Trx) => Promise<void>,
) => {
  const { database, outbox } = services;
  await database.transaction(async (trx) => {
    const version = await changeReport(trx, id, columns);
    if (version === undefined) return;
    await outbox.touch(trx, reportSubject(id), version);
    await also?.(trx);
  });
};

/**
 * Another question for the same report, as the next page: it is written down before it is drawn, so that every copy shows it,
 * and after a restart too.
 * @param change gives undefined where nothing changes
 */
export const pressReport = async <Q, R>(
  turn: Turn,
  services: Services,
  {
    id,
    kind: wanted,
    change,
  }: {
    readonly id: string;
    readonly kind: ReportKind<Q, R>;
    change?(report: Report<Q, R>): Q | undefined;
  },
): Promise<Answer> => {
  const found = await findPressed(turn, services, id);
  if (!found || found.kind.name !== wanted.name) return textAnswer('billing.gone');
  const { outbox } = services;
  const report = loadReport(found.row, wanted, services.policy.current()) as Report<Q, R> | undefined;
  const question = report && change?.(report);
  if (question !== undefined) {
    if (turn.pressed) await outbox.pressed(reportSubject(id), turn.pressed, found.row.version, turn.words.locale);
    await redraw(services, id, { question_json: JSON.stringify(wanted.question.parse(question)) });
  }
  return showReport(turn, services, id);
};

/** The report as it is now, as the answer to a press. */
export const showReport = async (turn: Turn, services: Services, id: string): Promise<Answer> => {
  const found = await findPressed(turn, services, id);
  if (!found) return textAnswer('billing.gone');
  const { card, summary } = await drawReport(found.row, found.kind, drawingOf(turn, services));
  return cardAnswer(card, summary);
};

/** The report behind a card that asks for something beside it, as the details of a row. */
export const readPressed = async <Q, R>(
  turn: Turn,
  services: Services,
  id: string,
  wanted: ReportKind<Q, R>,
): Promise<Report<Q, R> | undefined> => {
  const found = await findPressed(turn, services, id);
  if (!found || found.kind.name !== wanted.name) return undefined;
  return loadReport(found.row, wanted, services.policy.current()) as Report<Q, R> | undefined;
};

/** Reads the invoices of a report anew. */
export const readAgain = async (turn: Turn, services: Services, id: string): Promise<Answer> => {
  const found = await findPressed(turn, services, id);
  if (!found) return textAnswer('billing.gone');
  if (found.row.state !== 'reading') {
    const { jobs, clock, outbox } = services;
    if (turn.pressed) await outbox.pressed(reportSubject(id), turn.pressed, found.row.version, turn.words.locale);
    const started = { state: 'reading', rows_read: 0, rows_of: null } as const;
    await redraw(services, id, started, (trx) => jobs.schedule(trx, readingOf(id, clock.now())));
  }
  return showReport(turn, services, id);
};
