import { z } from 'zod';
import { MOST_LINES } from '#engine/changes/batch/batch.ts';
import { windowText } from '#features/access/describe-grant.ts';
import { DAY } from '#platform/lib/clock.ts';
import { escapeMarkdown, joinMarkdown, NO_TEXT } from '#platform/lib/text.ts';
import type { TextName } from '#platform/texts/texts.ts';
import { type Field, formCard, toFieldView } from '#teams/cards/form.ts';
import type { FormLine, Outcome } from '#teams/cards/form-preview.ts';
import { bareForm, type CardSample, sample, words } from './sample.ts';

const rule = (outcome: Outcome, name: TextName<'access.preview'>, values = {}) => ({
  outcome,
  text: words.markdown(`access.preview.${name}`, values),
});

const passing = [
  rule('passes', 'time', { max: '14 days' }),
  rule('passes', 'approvals', { needs: 1 }),
  rule('passes', 'ExpirationRule', { max: '30 days' }),
  rule('passes', 'JustificationRule'),
];

const line = (role: string, place: string, outcome: Outcome, checks: FormLine['checks'], who = ''): FormLine => ({
  ...{ outcome, checks: [...checks] },
  title: words.plain('access.several.line', { role, place, who, other: who !== '' }),
  note: joinMarkdown([words.markdown('access.preview.deciders'), escapeMarkdown('Bo Lind or Cy Okafor')]),
});

const lines: readonly FormLine[] = [
  line('Owner', 'Ledger', 'fails', [
    rule('fails', 'timeFails', { max: '8 hours', asked: '2 days' }),
    rule('passes', 'approvals', { needs: 2 }),
  ]),
  line('Contributor', 'Gateway', 'passes', passing),
  line('Reader', 'Payments Production', 'unread', [
    rule('passes', 'approvals', { needs: 1 }),
    { outcome: 'unread', text: words.markdown('access.limit.unknown') },
  ]),
];

const facts = [
  {
    title: words.plain('access.label.window'),
    value: windowText({ start: null, length: { kind: 'for', ms: 2 * DAY }, window: null }, words),
  },
  { title: words.plain('changes.label.reason'), value: escapeMarkdown('I am on call') },
];

const confirm = (all: readonly FormLine[]) => {
  const failing = all.filter(({ outcome }) => outcome === 'fails').length;
  const count = all.length - failing;
  return {
    ...{ ...bareForm, name: 'access.several', facts },
    title: words.markdown('access.several.confirm', { count }),
    intro: failing === 0 ? NO_TEXT : words.markdown('access.several.failing', { some: true, count: failing }),
    lines: all.map((one) => ({ ...one, checks: [...one.checks] })),
    submit: words.plain('access.several.send', { count }),
    cancel: words.plain('bot.form.cancel'),
    back: words.plain('access.several.back'),
  };
};

const choices = (titles: readonly string[]) => titles.map((title) => ({ title, value: title.toLowerCase() }));

const field = (id: 'roles' | 'places', titles: readonly string[]): Field => ({
  ...{ id, kind: 'choice', several: true, required: true },
  label: words.plain(`access.several.${id}`),
  missing: words.plain(`access.several.${id}Missing`),
  choices: choices(titles),
  schema: z.string(),
});

const questions: readonly Field[] = [
  field('roles', ['Reader', 'Contributor', 'Key Vault Secrets User', 'Owner']),
  field('places', ['Payments Production', 'Payments Staging', 'Ledger']),
];

/** Several roles at once: the questions, and the page that shows each with its rules. */
export const severalSamples: readonly CardSample[] = [
  sample('several roles, what is asked', formCard, {
    ...{ ...bareForm, name: 'access.several' },
    title: words.markdown('access.several.title'),
    intro: words.markdown('access.several.choose', { kits: true }),
    facts: [
      { title: 'On-call kit', value: escapeMarkdown('Reader on Payments Production and Contributor on Gateway') },
    ],
    fields: questions.map((one) => toFieldView(one, { roles: 'reader,contributor' }, {})),
    submit: words.plain('access.form.next'),
    cancel: words.plain('bot.form.cancel'),
  }),
  sample('several roles before they are sent', formCard, confirm(lines)),
  sample(
    'as many roles as one card holds',
    formCard,
    confirm(
      Array.from({ length: MOST_LINES }, () =>
        line('Key Vault Secrets User', 'Payments Production', 'passes', passing, 'Somebody With A Long Name'),
      ),
    ),
  ),
];
