import { reasonField } from '#engine/changes/card/card-buttons.ts';
import type { Renderer } from '#engine/outbox/renderer.ts';
import type { Services } from '#features/feature.ts';
import { dotted, escapeMarkdown, joinMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { fullRow, pageOf, type Row, type RowQuestion, type RowsView, rowsCard } from '#teams/cards/list.ts';
import { dateTime } from '#teams/cards/view.ts';
import { reviewEntryOf } from '../policy.ts';
import { ACCESS_REVIEW, cardOf, partsOf } from '../reviews/cards.ts';
import { itemsOf, type ReviewedAccess } from '../reviews/item-store.ts';
import { type Outcome, type ReviewRow, whyNot, withOutcomes } from '../reviews/outcome.ts';
import { itemsFor } from '../reviews/reviewers.ts';
import { type AccessReview, cardsOf, findReview } from '../reviews/store.ts';

export const accessReviewVerbs = {
  keep: 'access.reviewKeep',
  remove: 'access.reviewRemove',
  page: 'access.reviewPage',
  report: 'access.reviewReport',
} as const;

/** Rows on one page: each has its buttons and its questions. */
const ROWS = 5;

/** What a reviewer's card shows. */
export interface AccessReviewShown {
  readonly review: AccessReview;
  /** Directory object id of its reader. */
  readonly person: string;
  readonly rows: readonly ReviewRow[];
  /** From 0. */
  readonly page: number;
  readonly reasonToKeep: boolean;
}

/** Draws one reviewer's card: their rows, on the page that they turned to. */
export const accessReviewRenderer = (services: Services): Renderer => ({
  kind: ACCESS_REVIEW,
  async render(card, variant, words) {
    const { db } = services.database;
    const { review: id, person } = partsOf(card) ?? { review: '', person: '' };
    const review = await findReview(db, id);
    if (!review) return undefined;
    const policy = services.policy.current();
    const items = itemsFor(policy, review.place.key, await itemsOf(db, id), person);
    const rows = await withOutcomes(db, review, items);
    const { reasonToKeep } = reviewEntryOf(policy, review.place.key);
    const page = (await cardsOf(db, id)).get(person) ?? 0;
    const open = rows.filter(({ outcome }) => outcome === 'open').length;
    const toast = review.state === 'ended' ? 'ended' : variant === 'review' ? 'begun' : 'reminder';
    return {
      version: review.version,
      card: rowsCard.render(accessReviewView({ review, person, rows, page, reasonToKeep }, words)),
      summary: words.plain(`access.reviews.toast.${toast}`, { place: review.place.title, count: open }),
    };
  },
});

export const accessReviewView = (shown: AccessReviewShown, words: Words): RowsView => {
  const { review, person, rows: all, page } = shown;
  const card = cardOf(review.id, person);
  const turnTo = (to: number) => ({ verb: accessReviewVerbs.page, data: { card, page: to } });
  const { rows, more, buttons } = pageOf(all, page, words, turnTo, ROWS);
  return {
    title: words.markdown('access.reviews.title', { place: review.place.title }),
    intro: introOf(review, all, words),
    rows: rows.map((row) => fullRow(toRow(row, shown, words))),
    more,
    buttons: [...buttons],
  };
};

const introOf = (review: AccessReview, all: readonly ReviewRow[], words: Words): Markdown => {
  const open = all.filter(({ outcome }) => outcome === 'open').length;
  const done = words.markdown('access.reviews.answered', { count: all.length - open, all: all.length });
  if (review.state === 'ended') return joinMarkdown([words.markdown('access.reviews.over'), done]);
  return joinMarkdown([
    words.markdown('access.reviews.ask'),
    `${words.markdown('access.reviews.until')} ${dateTime(review.endsAt)}.`,
    words.markdown(`access.reviews.otherwise.${review.unanswered}`),
    done,
  ]);
};

export const outcomeTones: Readonly<Record<Outcome, string>> = {
  ...{ notRemoved: 'Attention', unclear: 'Attention', waiting: 'Warning', removing: 'Warning' },
  ...{ removed: 'Good', unanswered: 'Warning', notAsked: 'Warning', open: 'Default', kept: 'Good' },
};

const toRow = (row: ReviewRow, shown: AccessReviewShown, words: Words): Row => {
  const { item, outcome } = row;
  const isOpen = outcome === 'open' && shown.review.state === 'open';
  const data = { card: cardOf(shown.review.id, shown.person), item: item.id };
  const keep = { title: words.plain('access.reviews.button.keep'), verb: accessReviewVerbs.keep, data };
  return {
    title: escapeMarkdown(item.access.person.name),
    detail: roleText(item.access, words),
    ...(outcome === 'open'
      ? { note: accessText(item.access, words) }
      : { state: outcomeText(row, words), tone: outcomeTones[outcome] }),
    reason: item.answer?.reason ?? '',
    acts: isOpen && !shown.reasonToKeep ? [keep] : [],
    asks: isOpen
      ? [...(shown.reasonToKeep ? [question('keep', data, words)] : []), question('remove', data, words)]
      : [],
  };
};

const question = (
  says: 'keep' | 'remove',
  data: Readonly<Record<'card' | 'item', string>>,
  words: Words,
): RowQuestion => {
  const verb = accessReviewVerbs[says];
  const field = reasonField(words, says, true);
  return {
    ...{ verb, data },
    title: words.plain(`access.reviews.button.${says === 'keep' ? 'keepWhy' : 'removeWhy'}`),
    send: words.plain(`access.reviews.button.${says}`),
    style: says === 'keep' ? 'positive' : 'destructive',
    fields: [{ ...field, id: `${verb}.${data.item}` }],
  };
};

export const roleText = ({ role, place }: ReviewedAccess, words: Words): Markdown =>
  words.markdown('access.form.offer', { role: role.title, place: place.title });

/** Until when, how it is held, and what limits it. */
const accessText = ({ start, end, held, through, condition, grant }: ReviewedAccess, words: Words): Markdown =>
  dotted(
    end === undefined
      ? words.markdown('access.status.always')
      : (`${words.markdown('access.status.until')} ${dateTime(end)}` as Markdown),
    start === undefined ? NO_TEXT : (`${words.markdown('access.reviews.since')} ${dateTime(start)}` as Markdown),
    words.markdown(`access.memberType.${held}`, { through }),
    condition === undefined ? NO_TEXT : words.markdown('access.condition.limited'),
    grant === null && held === 'direct' ? words.markdown('access.reviews.outside') : NO_TEXT,
  );

/** The outcome, who decided it, and why it was not removed. */
export const outcomeText = (row: ReviewRow, words: Words): Markdown => {
  const { item, outcome, removal } = row;
  const by = item.answer?.by.name ?? '';
  const said = words.markdown(`access.reviews.outcome.${outcome}`, {
    ...{ by, isAnswered: item.answer !== undefined, ref: removal?.ref ?? '' },
  });
  const why = whyNot(row, words);
  return why === NO_TEXT ? said : joinMarkdown([`${said}:`, why]);
};
