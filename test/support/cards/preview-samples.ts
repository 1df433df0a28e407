import { escapeMarkdown } from '#platform/lib/text.ts';
import type { TextName } from '#platform/texts/texts.ts';
import { formCard } from '#teams/cards/form.ts';
import { type CardSample, sample, words } from './sample.ts';
import { formView, typed, wrong } from './shared-samples.ts';

const preview = (name: TextName<'access.preview'>, values = {}) => words.markdown(`access.preview.${name}`, values);
const others = 'EligibilityRule, TicketingRule and MfaRule';

const complete = {
  title: words.plain('access.preview.title'),
  checks: [
    { outcome: 'passes' as const, text: preview('time', { max: '14 days' }) },
    { outcome: 'passes' as const, text: preview('approvals', { needs: 1 }) },
    { outcome: 'passes' as const, text: preview('ExpirationRule', { max: '30 days' }) },
    { outcome: 'open' as const, text: preview('JustificationRule') },
    { outcome: 'passes' as const, text: preview('notAsked', { rules: others }) },
  ],
  facts: [
    { title: words.plain('access.preview.deciders'), value: escapeMarkdown('Bo Lind or Cy Okafor') },
    {
      title: words.plain('access.preview.times'),
      value: preview('timesValue', { waited: '25 minutes', count: 4, on: 'place' }),
    },
    {
      title: words.plain('access.preview.held'),
      value: escapeMarkdown(
        'Reader (permanent, through the group Payments team); Monitoring Reader (until Fri 27 Nov)',
      ),
    },
  ],
};

const failing = {
  title: words.plain('access.preview.title'),
  checks: [
    { outcome: 'fails' as const, text: preview('timeFails', { max: '14 days', asked: '400 days' }) },
    { outcome: 'passes' as const, text: preview('start', { within: '30 days' }) },
    { outcome: 'fails' as const, text: preview('approvalsFails', { needs: 2 }) },
    { outcome: 'fails' as const, text: preview('ExpirationRuleFails', { max: '30 days', asked: '400 days' }) },
    { outcome: 'fails' as const, text: preview('TicketingRuleFails') },
    { outcome: 'fails' as const, text: preview('MfaRule') },
    { outcome: 'unread' as const, text: words.markdown('access.limit.unknown') },
  ],
  facts: [
    {
      title: words.plain('access.preview.deciders'),
      value: escapeMarkdown('stage 1: Bo Lind or Di Novak · stage 2: 2 of Cy Okafor, Eve Sand or Finn Kohl'),
    },
    { title: words.plain('access.preview.held'), value: preview('heldUnread') },
  ],
};

/** The last page of a role request: what its preview says. */
export const previewSamples: readonly CardSample[] = [
  sample('a role request before it is sent', formCard, { ...formView(typed, {}, ''), preview: [complete] }),
  sample('a role request that rules stop', formCard, { ...formView(typed, wrong, ''), preview: [failing] }),
];
