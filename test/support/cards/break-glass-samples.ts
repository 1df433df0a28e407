import { changeCard } from '#engine/changes/card/card.ts';
import type { Use } from '#features/access/break-glass/store.ts';
import { reviewView } from '#features/access/cards/review-card.ts';
import { DAY, MINUTE } from '#platform/lib/clock.ts';
import { DECIDED, terms } from './change-samples.ts';
import { type CardSample, sample, words } from './sample.ts';

const use: Use = {
  ...{ change: 'q1w2e3r4t5y6', person: terms.person.objectId, state: 'due', version: 2, reminders: 0, skipped: [] },
  ...{ usedAt: DECIDED, dueAt: DECIDED + DAY, overdueAt: undefined, review: undefined },
};
const used = { ...terms, window: { start: DECIDED, end: DECIDED + 30 * MINUTE } };
const change = { id: use.change, ref: 'R-7KQ2M', requester: { name: terms.person.name } };

/** The review of a use of break-glass: the card of a change whose button asks for a choice. */
export const breakGlassSamples: readonly CardSample[] = [
  sample(
    'review of break-glass, due, role still there',
    changeCard,
    reviewView({ use, change, terms: used, facts: [], mayRemove: true }, words),
  ),
];
