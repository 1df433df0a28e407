import { changeCard } from '#engine/changes/card/card.ts';
import { createFacts, ownerId, reasonFact, subscriptionFact } from '#features/subscriptions/facts.ts';
import type { CreateTerms } from '#features/subscriptions/terms.ts';
import type { TextKey } from '#platform/lib/errors.ts';
import { formCard } from '#teams/cards/form.ts';
import { behindDetails } from '#teams/cards/notice-card.ts';
import { type Tone, toneStyle } from '#teams/cards/view.ts';
import { createTerms } from '../../features/subscriptions/changes.ts';
import { bareChange, bareForm, type CardSample, sample, words } from './sample.ts';

const card = (name: string, state: TextKey, tone: Tone, terms: CreateTerms, more: object = {}): CardSample =>
  sample(name, changeCard, {
    overline: words.markdown('subscriptions.create.overline', { ref: 'R-7KQ2M', who: 'Ana Rossi' }),
    title: words.markdown(terms.existing ? 'subscriptions.create.title.alias' : 'subscriptions.create.title.new', {
      name: terms.existing?.title ?? terms.displayName,
    }),
    state: words.markdown(state, { by: 'Bo Lind' }),
    ...toneStyle(tone),
    facts: [
      ...createFacts(terms.existing ? terms : { ...terms, displayName: '' }, words),
      subscriptionFact('provisioning', words.plain('subscriptions.provisioning.Accepted'), words),
      subscriptionFact('ownership', words.plain('subscriptions.ownership.Pending'), words),
    ],
    reason: terms.reason,
    ...bareChange,
    ...behindDetails(ownerId(terms, words), words),
    ...more,
  });

const confirm = (
  name: string,
  facts: ReturnType<typeof createFacts>,
  head = {
    title: words.markdown('subscriptions.form.confirm.new'),
    intro: words.markdown('subscriptions.form.confirm.intro'),
  },
): CardSample =>
  sample(name, formCard, {
    ...head,
    ...{ ...bareForm, facts: [...facts], name: 'subscriptions.newForm', mark: 'm'.repeat(43) },
    submit: words.plain('subscriptions.form.send'),
    cancel: words.plain('bot.form.cancel'),
    back: words.plain('subscriptions.form.back'),
  });

/** With every tag there can be, as long as they get. */
const longest: CreateTerms = {
  ...createTerms,
  displayName: '*'.repeat(200),
  tags: Object.fromEntries(Array.from({ length: 6 }, (_none, n) => [`${n}${'n'.repeat(15)}`, '*'.repeat(16)])),
  reason: '*'.repeat(1_000),
};

export const subscriptionSamples: readonly CardSample[] = [
  card('a subscription with the longest words', 'subscriptions.create.unfinished', 'warning', longest, {
    next: words.markdown('subscriptions.next.unfinished', { until: new Date(Date.UTC(2026, 0, 1)) }),
  }),
  confirm('the longest subscription, once more', [...createFacts(longest, words), ...reasonFact(longest, words)]),
];
