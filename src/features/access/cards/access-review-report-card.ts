import type { Renderer } from '#engine/outbox/renderer.ts';
import type { Services } from '#features/feature.ts';
import { escapeMarkdown, joinMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { fullRow, pageOf, type Row, type RowsView, rowsCard } from '#teams/cards/list.ts';
import { dateTime } from '#teams/cards/view.ts';
import { ACCESS_REPORT } from '../reviews/cards.ts';
import { itemsOf } from '../reviews/item-store.ts';
import { outcomes, type ReviewRow, withOutcomes } from '../reviews/outcome.ts';
import { type AccessReview, findReview } from '../reviews/store.ts';
import { accessReviewVerbs, outcomeText, outcomeTones, roleText } from './access-review-card.ts';

/** A review with what became of each row. */
interface ReviewReport {
  readonly review: AccessReview;
  readonly rows: readonly ReviewRow[];
}

/** @returns undefined for an unknown review */
export const readReport = async ({ database: { db } }: Services, id: string): Promise<ReviewReport | undefined> => {
  const review = await findReview(db, id);
  return review && { review, rows: await withOutcomes(db, review, await itemsOf(db, id)) };
};

/** Draws the report; it is drawn again until each removal has ended. */
export const accessReportRenderer = (services: Services): Renderer => ({
  kind: ACCESS_REPORT,
  async render(id, _face, words) {
    const report = await readReport(services, id);
    if (!report) return undefined;
    return {
      version: report.review.version,
      card: reportCard(report, 0, words),
      summary: reportSummary(report, words),
    };
  },
});

export const reportSummary = ({ review }: ReviewReport, words: Words): string =>
  words.plain(`access.reviews.report.title.${review.state}`, { place: review.place.title });

/** The press that draws a page of it. @param page from 0 */
export const turnReportTo = (review: string, page: number) => ({
  verb: accessReviewVerbs.report,
  data: { review, page },
});

/** A page of the report, what needs a person first. */
export const reportView = ({ review, rows: all }: ReviewReport, page: number, words: Words): RowsView => {
  const ordered = all.toSorted(
    (a, b) => outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome) || a.item.position - b.item.position,
  );
  const { rows, more, buttons } = pageOf(ordered, page, words, (to) => turnReportTo(review.id, to));
  return {
    title: words.markdown(`access.reviews.report.title.${review.state}`, { place: review.place.title }),
    intro: introOf({ review, rows: all }, words),
    rows: rows.map((row) => fullRow(toRow(row, words))),
    more,
    buttons: [...buttons],
  };
};

export const reportCard = (...view: Parameters<typeof reportView>): CardJson => rowsCard.render(reportView(...view));

const introOf = ({ review, rows }: ReviewReport, words: Words): Markdown => {
  const counts = outcomes.flatMap((outcome) => {
    const count = rows.filter((row) => row.outcome === outcome).length;
    return count === 0 ? [] : [words.markdown(`access.reviews.report.count.${outcome}`, { count })];
  });
  const begun = review.askedBy
    ? words.markdown('access.reviews.report.askedBy', { who: review.askedBy.name })
    : words.markdown('access.reviews.report.byItself');
  const open = review.state === 'open' ? `${words.markdown('access.reviews.until')} ${dateTime(review.endsAt)}.` : '';
  return joinMarkdown([
    rows.length === 0 ? words.markdown('access.reviews.report.nobody') : `${joinMarkdown(counts, ', ')}.`,
    begun,
    ...(open === '' ? [] : [open]),
  ]);
};

const toRow = (row: ReviewRow, words: Words): Row => ({
  title: escapeMarkdown(row.item.access.person.name),
  detail: roleText(row.item.access, words),
  reason: row.item.answer?.reason ?? '',
  state: outcomeText(row, words),
  tone: outcomeTones[row.outcome],
});
