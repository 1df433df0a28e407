import { driftView, mismatchView } from '#features/access/cards/drift-card.ts';
import { type Mismatch, withMark } from '#features/access/drift/mismatch.ts';
import type { StoredDrift } from '#features/access/drift/weekly-job.ts';
import { DAY } from '#platform/lib/clock.ts';
import { listCard } from '#teams/cards/list.ts';
import { rowsCard } from '#teams/cards/rows.ts';
import { type CardSample, sample, words } from './sample.ts';

const START = Date.parse('2026-11-16T08:00:00Z');
const END = START + 9 * DAY;

const role = { key: 'reader', title: 'Reader', id: 'acdd72a7-3385-48ef-bd42-f606fba81ae7' };
const place = {
  key: 'payments',
  title: 'Payments Production',
  scope: '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01',
};
const ana = { objectId: 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01', name: 'Ana Rossi' };
const current = { id: 'schedule', start: START, end: END, held: 'direct', through: 'Payments Production' } as const;
const approved = { change: 'c1', ref: 'R-7KQ2M', start: START, end: END };
const bare = { person: ana, role, place, differences: [] };

const outside = withMark({ kind: 'outside', ...bare, person: { ...ana, name: 'Gwen Adler (…0a11)' }, current });
const throughGroup = withMark({
  ...{ kind: 'outside', ...bare, person: { ...ana, name: 'Incident responders' } },
  current: { ...current, end: undefined, held: 'group', through: 'Incident responders' },
});
const gone = withMark({ kind: 'gone', ...bare, approved });
const changed = withMark({
  ...{ kind: 'changed', ...bare, approved },
  current: { ...current, end: undefined, condition: "@Resource[name] StringEquals 'books'" },
  differences: ['end', 'condition', 'request'],
});
const forbidden = withMark({
  ...{ kind: 'forbidden', ...bare, approved },
  forbidden: { text: 'access.failure.tooLong', values: { unit: 'hour', count: 8 } },
});

const list = (name: string, drift: StoredDrift): CardSample => sample(name, listCard, driftView(drift, 0, words));

const one = (name: string, mismatch: Mismatch, acts: Parameters<typeof mismatchView>[2]): CardSample =>
  sample(name, rowsCard, mismatchView(mismatch, 0, acts, words));

const many = Array.from({ length: 24 }, (_, at) => ({ ...outside, mark: `${outside.mark}${at}` }));

/** The list of differences and the cards of single ones. */
export const driftSamples: readonly CardSample[] = [
  list('access that differs', { mismatches: [gone, changed, forbidden, outside, throughGroup], unread: [] }),
  list('access that differs, on pages', { mismatches: many, unread: [] }),
  list('access that does not differ', { mismatches: [], unread: [] }),
  list('a place whose access cannot be read', { mismatches: [outside], unread: ['Payments Staging'] }),
  one('access made outside Steward, for whoever may remove it', outside, ['remove', 'acknowledge']),
  one('access made outside Steward for a group', throughGroup, ['acknowledge']),
  one('access removed outside Steward, for its owner', gone, ['ask']),
  one('access that was changed outside Steward', changed, ['remove', 'acknowledge']),
  one('access that the policy does not allow any more, for whoever may only read', forbidden, []),
];
