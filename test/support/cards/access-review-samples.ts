import type { Change } from '#engine/changes/change.ts';
import { type AccessReviewShown, accessReviewView } from '#features/access/cards/access-review-card.ts';
import { reportView } from '#features/access/cards/access-review-report-card.ts';
import type { ReviewItem } from '#features/access/reviews/item-store.ts';
import type { Outcome, ReviewRow } from '#features/access/reviews/outcome.ts';
import type { AccessReview } from '#features/access/reviews/store.ts';
import { DAY, HOUR } from '#platform/lib/clock.ts';
import { rowsCard } from '#teams/cards/rows.ts';
import { type CardSample, sample, words } from './sample.ts';

const START = Date.parse('2026-11-16T08:00:00Z');
const CY = 'c1c7c0de-3333-4c33-8c33-0c0c0c0c0c03';
const cy = { objectId: CY, name: 'Cy Okafor', language: 'en' };

const review: AccessReview = {
  ...{ id: 'm4Qw0o2n', state: 'open', version: 3, language: 'en', unanswered: 'remove', reminders: 0 },
  place: { key: 'ledger', title: 'Ledger', scope: '/subscriptions/0d5f6a11/resourceGroups/rg-ledger' },
  ...{ askedBy: { objectId: 'b0', name: 'Bo Lind' }, reportTo: '19:general', endedAt: undefined },
  ...{ startedAt: START, endsAt: START + 14 * DAY },
};
const ended: AccessReview = { ...review, state: 'ended', endedAt: START + 14 * DAY };

const people = ['Ana Rossi', 'Di Meyer', 'Fi Costa', 'ledger-deploy (…3b21)', 'Mina Gupta (…0a17)'];

const item = (position: number, state: ReviewItem['state'], more: Partial<ReviewItem> = {}): ReviewItem => ({
  ...{ id: `row${position}`, review: review.id, position, state, answer: undefined, problem: undefined },
  access: {
    ...{ id: `schedule${position}`, start: START - 20 * DAY, held: 'direct', through: 'Ledger' },
    ...(position % 2 === 0 ? { end: START + 20 * DAY } : {}),
    person: { objectId: `p${position}`, name: people[position % people.length] ?? '' },
    role: { key: 'reader', title: position % 3 === 0 ? 'Contributor' : 'Reader', id: 'acdd72a7' },
    place: review.place,
    grant: position % 2 === 0 ? 'c1' : null,
  },
  ...more,
});

const answer = (reason: string) => ({ by: cy, reason, at: START + HOUR });
const row = (of: ReviewItem, outcome: Outcome): ReviewRow => ({
  ...{ item: of, outcome },
  removal: outcome === 'waiting' || outcome === 'unclear' ? ({ ref: 'R-7KQ2M' } as Change) : undefined,
});

const open = people.map((_, at) => row(item(at, 'open'), 'open'));
const wanted = { answer: answer('The work on the payouts is done') };
const gone = { text: 'access.reviews.problem.gone', values: {} } as const;
const inherited = { text: 'access.reviews.problem.inherited', values: { through: 'Payments Production' } } as const;

const answered: readonly ReviewRow[] = [
  row(item(0, 'remove', wanted), 'removing'),
  row(item(1, 'keep', { answer: answer('') }), 'kept'),
  row(item(2, 'open'), 'open'),
  row(item(3, 'remove', wanted), 'waiting'),
  row(item(4, 'open'), 'open'),
];

const over: readonly ReviewRow[] = [
  row(item(0, 'remove', wanted), 'removed'),
  row(item(1, 'keep', { answer: answer('On call for the ledger') }), 'kept'),
  row(item(2, 'unanswered'), 'removed'),
  row(item(3, 'remove', { ...wanted, problem: gone }), 'notRemoved'),
  row(item(4, 'remove', wanted), 'unclear'),
  row(item(5, 'unanswered'), 'removing'),
  row(item(6, 'notAsked', { problem: inherited }), 'notAsked'),
];

const card = (name: string, rows: readonly ReviewRow[], more: Partial<AccessReviewShown> = {}): CardSample => {
  const shown = { review, person: CY, rows, page: 0, reasonToKeep: false, ...more };
  return sample(name, rowsCard, accessReviewView(shown, words));
};
const report = (name: string, of: AccessReview, rows: readonly ReviewRow[]): CardSample =>
  sample(name, rowsCard, reportView({ review: of, rows }, 0, words));

/** The cards of a review of access: a reviewer's, and the report. */
export const accessReviewSamples: readonly CardSample[] = [
  card('a review of access, for a reviewer', open),
  card('a review of access, partly answered', answered),
  card('a review of access that wants a reason to keep too', open.slice(0, 2), { reasonToKeep: true }),
  card(
    'a review of access on pages',
    [...open, ...open.map(({ item: of }) => row({ ...of, id: `${of.id}b` }, 'open'))],
    {
      page: 1,
    },
  ),
  card('a review of access that has ended', over.slice(0, 5), { review: ended }),
  report('a review of access under way, where it was asked for', review, answered),
  report('the report of a review of access', ended, over),
  report('the report of a review of access that found nobody', { ...ended, askedBy: undefined }, []),
];
