import { changeCard } from '#engine/changes/card/card.ts';
import { useFacts } from '#features/access/break-glass/describe-use.ts';
import type { Use } from '#features/access/break-glass/store.ts';
import { reviewView } from '#features/access/cards/review-card.ts';
import { windowText } from '#features/access/describe-grant.ts';
import type { GrantTerms } from '#features/access/terms.ts';
import { DAY, HOUR, MINUTE } from '#platform/lib/clock.ts';
import { dotted, escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import { dateTime, toneStyle } from '#teams/cards/view.ts';
import { policyWith } from '../shipped-policy.ts';
import { type ChangeView, DECIDED, nobodyMay, type SampleViewer, terms, view } from './change-samples.ts';
import { type CardSample, sample, words } from './sample.ts';

const policy = policyWith();
const used: GrantTerms = {
  ...terms,
  person: { objectId: 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01', name: 'Ana Rossi' },
  role: { ...terms.role, title: 'Owner' },
  length: { kind: 'for', ms: 30 * MINUTE },
  reason: 'The payouts are down and the settlement runs at 15:00',
  window: { start: DECIDED, end: DECIDED + 30 * MINUTE },
};

const due: Use = {
  ...{ change: 'q1w2e3r4t5y6', person: used.person.objectId, state: 'due', version: 2, reminders: 0 },
  skipped: [
    { objectId: 'b0', name: 'Bo Lind', way: 'mention' },
    { objectId: 'c0', name: 'Cy Okafor', way: 'chat' },
  ],
  ...{ usedAt: DECIDED, dueAt: DECIDED + DAY, overdueAt: undefined, review: undefined },
};

const reviewed = (state: 'justified' | 'notJustified', reason: string): Use => ({
  ...due,
  state,
  review: { by: { objectId: 'b0', name: 'Bo Lind' }, reason, at: DECIDED + HOUR },
});

const uses = {
  due,
  overdue: { ...due, overdueAt: due.dueAt, reminders: 2 },
  justified: reviewed('justified', ''),
  'not justified': reviewed('notJustified', 'An approver was there within five minutes.'),
  'nothing granted': { ...due, state: 'void' },
} as const satisfies Record<string, Use>;

const factsOf = (use: Use) => useFacts(use, { policy, now: DECIDED + HOUR }, words);

/** The card of the use itself. */
const useView = (use: Use, viewer: SampleViewer): ChangeView => {
  const shown = view('done', viewer, nobodyMay);
  const until = `${words.markdown('access.status.until')} ${dateTime(DECIDED + 30 * MINUTE)}` as Markdown;
  return {
    ...shown,
    overline: words.markdown('access.breakGlass.overline', { ref: 'R-7KQ2M' }),
    title: words.markdown('access.grant.title', { role: 'Owner', place: 'Payments' }),
    state: dotted(words.markdown('access.breakGlass.badge'), until),
    ...toneStyle('warning'),
    facts: [
      { title: words.plain('access.label.who'), value: escapeMarkdown(used.person.name) },
      { title: words.plain('access.label.window'), value: windowText(used, words) },
      ...factsOf(use),
    ],
    decisions: [],
    reason: used.reason,
  };
};

const change = { id: 'q1w2e3r4t5y6', ref: 'R-7KQ2M', requester: { name: 'Ana Rossi' } };

/** A use of break-glass, and its review in every state. */
export const breakGlassSamples: readonly CardSample[] = [
  ...(['due', 'justified', 'not justified'] as const).map((name) =>
    sample(`break-glass, review ${name}`, changeCard, useView(uses[name], 'a decider')),
  ),
  ...Object.entries(uses).flatMap(([name, use]) =>
    [false, true].map((mayRemove) => {
      const shown = reviewView({ use, change, terms: used, facts: factsOf(use), mayRemove }, words);
      return sample(`review of break-glass, ${name}${mayRemove ? ', role still there' : ''}`, changeCard, shown);
    }),
  ),
];
