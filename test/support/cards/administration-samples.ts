import { freezeView } from '#features/administration/cards/freeze-card.ts';
import { policyView } from '#features/administration/cards/policy-card.ts';
import { reportCard } from '#features/administration/cards/report-card.ts';
import { revocationView } from '#features/administration/cards/revocation-card.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import { policyWith } from '../shipped-policy.ts';
import { type CardSample, sample, words } from './sample.ts';

const bo = { objectId: 'b0b7c0de-2222-4b22-8b22-0b0b0b0b0b02', name: 'Bo Lind' };
const di = { objectId: 'd1d7c0de-4444-4d44-8d44-0d0d0d0d0d04', name: 'Di Meyer' };
const at = Date.parse('2026-11-27T13:05:00Z');
const freeze = {
  ...{ id: 'q1w2e3r4', version: 1, place: undefined, by: bo, at, ended: undefined },
  reason: 'An account of platform was taken over; we look through the sign-ins.',
};
const policy = policyWith();
const report = {
  policy,
  digest: '5f2c9a8be01d4477',
  since: at,
  problems: [],
  freezes: [],
  isPrivate: true,
  isOwn: true,
};
const problems = [
  {
    ...{ line: 14, column: 14, path: 'groups.platform' },
    ...{ message: '"boo" is not a person in this policy', remedy: 'did you mean "bo"?' },
  },
  {
    ...{ line: 212, column: 7, path: 'changes.rules.3' },
    ...{ message: 'the rule has no conversation for its card', remedy: 'add "card" with the key of a conversation' },
  },
];
const revocation = {
  ...{ id: 'q1w2e3r4', version: 1, person: di, by: { ...bo, language: 'en' }, at, underWay: [] },
  ...{
    reason: 'The laptop was stolen.',
    ended: ['R-7KQ2M', 'R-2MX8P'],
    stopped: ['R-4TN8W'],
    sent: ['R-9XB3C'],
    voided: ['R-9TT4A'],
    batches: [],
  },
  ...{ conversationId: 'a:bo', left: undefined },
};
/** What administrators see. */
export const administrationSamples: readonly CardSample[] = [
  sample('a freeze of everything', reportCard, freezeView(freeze, words)),
  sample(
    'a freeze of a place that is over',
    reportCard,
    freezeView(
      {
        ...{ ...freeze, version: 2, ended: { by: { ...di, name: 'Cy Okafor' }, at: at + 5_400_000 } },
        place: { key: 'payments', title: 'Payments Production', scope: { kind: 'managementGroup', name: 'payments' } },
      },
      words,
    ),
  ),
  sample(
    'the policy while its file has problems and everything is frozen',
    reportCard,
    policyView({ ...report, problems, freezes: [freeze] }, words),
  ),
  sample('a revocation that has just begun', reportCard, revocationView({ revocation, requested: [] }, words)),
  sample(
    'a revocation with removals, one of which the policy forbids',
    reportCard,
    revocationView(
      {
        revocation: {
          ...revocation,
          left: [
            {
              what: { text: 'access.form.offer', values: { role: 'Owner', place: 'Gateway' } },
              refused: { text: 'access.removeAll.stays.group', values: { through: 'Payments on-call' } },
            },
          ],
        },
        requested: [
          { ref: 'R-4HH2C', title: escapeMarkdown('Removal of Reader on Payments Staging') },
          { ref: 'R-8PK3W', title: escapeMarkdown('Removal of Contributor on Ledger') },
        ],
      },
      words,
    ),
  ),
];
