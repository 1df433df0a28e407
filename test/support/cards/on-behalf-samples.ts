import { changeCard } from '#engine/changes/card/card.ts';
import type { Rights } from '#engine/changes/card/rights.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import { type ChangeView, describe, nobodyMay, terms, view } from './change-samples.ts';
import { type CardSample, sample, words } from './sample.ts';

const who = terms.person.name;
const askedBy = { title: words.plain('access.label.askedBy'), value: escapeMarkdown('Di Meyer') };
const [forWhom, ...rest] = describe('waiting').facts;
const facts = [...(forWhom ? [forWhom] : []), askedBy, ...rest];

const asksFirst = (rights: Rights): ChangeView => ({
  ...view('waiting', 'the requester', rights),
  state: words.markdown('changes.onBehalf.state', { who }),
  facts,
  why: words.markdown('changes.onBehalf.askedFirst', { who, self: rights.accept }),
});

/** A request in another person's place. */
export const onBehalfSamples: readonly CardSample[] = [
  sample(
    'a request that its receiver is asked about first',
    changeCard,
    asksFirst({ ...nobodyMay, accept: true, withdraw: true }),
  ),
  sample(
    'a request that waits for its receiver, for whoever asked',
    changeCard,
    asksFirst({ ...nobodyMay, withdraw: true }),
  ),
  sample('a request that its receiver accepted, for a decider', changeCard, {
    ...view('waiting', 'a decider'),
    facts,
    decisions: [{ text: words.markdown('changes.decision.accept', { who }), reason: '' }],
  }),
  sample('a request that its receiver refused', changeCard, {
    ...view('cancelled', 'the requester'),
    facts,
    decisions: [
      { text: words.markdown('changes.decision.cancel', { who }), reason: words.plain('changes.ask.refuseExample') },
    ],
  }),
];
