import { z } from 'zod';
import { installCard } from '#bot/reply/install-card.ts';
import { errorCard } from '#bot/reply/replies.ts';
import { reasonField } from '#engine/changes/card/card-buttons.ts';
import { factsCard } from '#features/help/cards/facts-card.ts';
import { overviewCard } from '#features/help/cards/help-card.ts';
import { areasOf, TOPIC } from '#features/help/topics.ts';
import { welcomeCard, welcomeView } from '#features/help/welcome.ts';
import { features } from '#features/index.ts';
import { ROWS } from '#features/requests/cards/requests-card.ts';
import { DAY } from '#platform/lib/clock.ts';
import { escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { commandButton, commandSentence } from '#teams/cards/buttons.ts';
import { type Field, type FieldMark, formCard, toFieldView } from '#teams/cards/form.ts';
import { fullRow, type ListRow, listCard, PAGE_ROWS, type RowsView, rowsCard } from '#teams/cards/list.ts';
import { choicesCard, failureDetails, noticeCard } from '#teams/cards/notice-card.ts';
import { dateTime, toneStyle } from '#teams/cards/view.ts';
import { bareForm, type CardSample, sample, words } from './sample.ts';

const field = (id: string, more: Partial<Field> = {}): Field => ({
  id,
  label: words.plain('access.form.reason'),
  kind: 'text',
  required: false,
  schema: z.string(),
  missing: words.plain('access.form.reasonMissing'),
  ...more,
});

const choices = [
  { title: 'Reader on Payments', value: 'payments/reader' },
  { title: 'Contributor on Payments', value: 'payments/contributor' },
];

/** Every kind of field, required and not, typed and untouched, right and wrong. */
const fields: readonly Field[] = [
  field('role', { label: words.plain('access.form.role'), kind: 'choice', required: true, choices }),
  field('duration', {
    label: words.plain('access.form.duration'),
    required: true,
    placeholder: words.plain('access.form.durationExample'),
  }),
  field('start', {
    label: words.plain('access.form.startOptional'),
    placeholder: words.plain('access.form.startExample'),
  }),
  field('reason', {
    ...{ label: words.plain('access.form.reason'), kind: 'lines', required: true },
    hint: escapeMarkdown('The approvers read this.'),
  }),
  field('ticket', { label: words.plain('access.form.ticketOptional'), preset: 'INC-1042' }),
];

export const formView = (answers: Record<string, string>, errors: Record<string, string>, problem: string) => ({
  ...{ ...bareForm, name: 'access.request', problem },
  title: words.markdown('access.form.title'),
  intro: words.markdown('access.form.choose'),
  facts: [{ title: words.plain('access.label.longest'), value: escapeMarkdown('30 days') }],
  fields: fields.map((one) => toFieldView(one, answers, errors)),
  submit: words.plain('access.form.ask'),
  cancel: words.plain('bot.form.cancel'),
});

const many = Array.from({ length: 40 }, (_none, n) => ({ title: `Payments Region ${n + 1}`, value: `region-${n}` }));

const searched = [
  field('role', {
    ...{ label: words.plain('access.form.role'), placeholder: words.plain('access.form.roleExample') },
    ...{ kind: 'choice', required: true, searchable: true, choices },
  }),
  field('place', {
    ...{ label: words.plain('access.form.place'), placeholder: words.plain('access.form.placeExample') },
    ...{ kind: 'choice', required: true, searchable: true, choices: many, preset: 'region-30' },
  }),
  field('start', {
    label: words.plain('access.form.startOptional'),
    placeholder: words.plain('access.form.startExample'),
  }),
];

const searchMarks: Readonly<Record<string, FieldMark>> = {
  role: { next: true, text: words.plain('bot.form.nextHere', { kind: 'channel' }) },
  start: { next: false, text: words.plain('bot.form.skipped') },
};

/** As long as names get, with every letter of them a mark. */
const LONG = '*'.repeat(80);

export const typed = {
  ...{ role: 'payments/contributor', duration: '400 days' },
  reason: 'I look into the failed payouts.\nThe settlement job has stopped twice since the release.',
};
export const wrong = {
  role: 'The policy no longer offers you this role. Choose another one.',
  duration: words.plain('access.problem.tooLong', { asked: '400 days', max: '30 days' }),
};

const asked = [
  'Reader on Payments Production',
  'Contributor on Ledger',
  'Owner on Payments Staging',
  'Reader on Gateway',
];
const NOW = Date.parse('2026-03-02T09:00:00Z');

const row = (number: number, more: Partial<ListRow> = {}): ListRow => ({
  title: escapeMarkdown(asked[number % asked.length] ?? ''),
  detail: escapeMarkdown(`Ana Rossi · R-7KQ2${number}`),
  note: `${words.markdown('access.status.until')} ${dateTime(NOW + number * DAY)}` as Markdown,
  tone: 'Default',
  opens: { verb: 'change.show', data: { change: `q1w2e3r${number}` } },
  ...more,
});

/** As long as a row gets. */
const waitingRequests = (count: number): RowsView => ({
  title: words.markdown('requests.waiting.title'),
  intro: NO_TEXT,
  rows: Array.from({ length: count }, (_, index) => {
    const data = { ref: `R-7KQ2${index}`, terms: 1, page: 0, decided: 'R-7KQ2M,R-7KQ2N' };
    const isDecided = index === 1;
    return fullRow({
      title: words.markdown('access.grant.title', { role: 'Contributor', place: 'Payments Production' }),
      detail: escapeMarkdown(`Ana Rossi · 2 days · R-7KQ2${index}`),
      reason:
        'The nightly settlement job fails since the last release, and I look into its logs, its queue and its secrets, then mend the one that failed',
      note: isDecided ? NO_TEXT : escapeMarkdown('Decide by today 18:05'),
      state: isDecided ? words.markdown('access.grant.state.approved', { by: 'Bo Lind' }) : NO_TEXT,
      acts: isDecided ? [] : [{ title: words.plain('changes.button.approve'), verb: 'requests.approve', data }],
      asks: isDecided
        ? []
        : [
            {
              ...{ title: words.plain('requests.denyWhy'), send: words.plain('changes.button.deny') },
              ...{ verb: 'requests.deny', data },
              fields: [{ ...reasonField(words, 'deny', true), id: `requests.deny.R-7KQ2${index}` }],
            },
          ],
      shows: [
        { title: words.plain('requests.show'), verb: 'change.show', data: { change: `q1w2e3r4t5z6u7i8o9p${index}` } },
      ],
    });
  }),
  more: words.markdown('cards.list.page', { page: 1, pages: 2, count: 13 }),
  buttons: [{ title: words.plain('cards.list.next'), verb: 'requests.waiting', data: { page: 1, decided: '' } }],
});

const colouredRow = (tone: string) =>
  fullRow({
    ...{ tone, title: escapeMarkdown('Ana Rossi'), state: words.markdown('changes.state.expired') },
    note: words.markdown('changes.state.expired'),
    asks: [
      {
        ...{ title: words.plain('requests.denyWhy'), send: words.plain('changes.button.deny'), style: 'positive' },
        ...{ verb: 'requests.deny', data: { ref: tone } },
        fields: [{ ...reasonField(words, 'deny', true), id: `requests.deny.${tone}` }],
      },
    ],
  });

const commands = features.flatMap(({ commands: list = [] }) => list);

const errors = {
  unclear: words.markdown('requests.unknown', { ref: 'R-7KQ2X' }),
  forbidden: words.markdown('changes.refused.notDecider'),
  failed: words.markdown('bot.error.fault'),
};

/** What is shown beside the cards of changes: forms, lists, help, errors, notices. */
export const sharedSamples: readonly CardSample[] = [
  sample('a form with errors beside its fields', formCard, formView(typed, wrong, '')),
  sample('a form refused as a whole', formCard, formView(typed, {}, words.plain('access.problem.gone'))),
  sample('a form in a channel', formCard, { ...formView(typed, {}, ''), window: words.plain('bot.form.window') }),
  sample('a form with searchable lists, the next field marked and one skipped', formCard, {
    ...formView({}, {}, ''),
    page: 'role place start',
    back: words.plain('bot.form.back'),
    fields: searched.map((one) =>
      toFieldView(one, {}, {}, { dataset: `access.request/${one.id}`, mark: searchMarks[one.id] }),
    ),
  }),
  sample('a form with nothing but a button', formCard, {
    ...formView({}, {}, ''),
    intro: NO_TEXT,
    facts: [],
    fields: [],
  }),
  sample('a list of a full page with long words', listCard, {
    title: words.markdown('access.who.title', { place: LONG }),
    intro: NO_TEXT,
    rows: Array.from({ length: PAGE_ROWS }, (_, index) => row(index, { title: escapeMarkdown(LONG + LONG) })),
    more: words.markdown('cards.list.page', { page: 2, pages: 3, count: 23 }),
    buttons: [
      { title: words.plain('cards.list.previous'), verb: 'access.place', data: { place: LONG, page: 0 } },
      { title: words.plain('cards.list.next'), verb: 'access.place', data: { place: LONG, page: 2 } },
    ],
  }),
  sample('requests that wait, a full page', rowsCard, waitingRequests(ROWS.waiting)),
  sample('rows of every colour, without a button below them', rowsCard, {
    title: words.markdown('requests.waiting.title'),
    intro: words.markdown('requests.mine.empty'),
    rows: (['Warning', 'Good', 'Attention'] as const).map(colouredRow),
    more: words.markdown('cards.list.page', { page: 1, pages: 1, count: 3 }),
    buttons: [],
  }),
  sample('a list of bare rows', listCard, {
    title: words.markdown('access.mine.title', { who: 'Ana Rossi' }),
    intro: NO_TEXT,
    rows: [
      row(1, { detail: NO_TEXT, buttons: [] }),
      row(2, { note: NO_TEXT, buttons: [] }),
      row(3, { tone: 'Warning' }),
      row(4, { tone: 'Attention' }),
    ],
    more: NO_TEXT,
    buttons: [],
  }),
  ...(['unclear', 'forbidden', 'failed'] as const).map((kind) =>
    sample(`an error, ${kind}`, errorCard, {
      ...toneStyle(kind === 'failed' ? 'attention' : kind === 'forbidden' ? 'warning' : 'default'),
      title: words.markdown(`bot.error.${kind}`),
      text: errors[kind],
      ...failureDetails({ code: 'Steward.Fault', correlation: 'q1w2e3r4' }, words),
      buttons: kind === 'failed' ? [commandButton(words.plain('bot.error.retry'), 'health')] : [],
    }),
  ),
  sample('the install card', installCard, {
    text: words.markdown('bot.refused.notInstalled'),
    add: words.plain('bot.install.add'),
  }),
  sample('a notice', noticeCard, { text: words.markdown('bot.form.putAway') }),
  sample('facts', factsCard, {
    title: words.markdown('help.whoami.title', { name: 'Ana Rossi' }),
    facts: [
      { title: words.plain('help.label.objectId'), value: escapeMarkdown('a1b2c3d4-1111-4a11-8a11-0a0a0a0a0a01') },
    ],
    foot: words.markdown('help.whoami.known'),
  }),
  sample('a text with one button', choicesCard, {
    text: words.markdown('changes.notices.stillWaits'),
    buttons: [commandButton(words.plain('changes.notices.show', { ref: 'R-7KQ2M' }), 'show R-7KQ2M')],
  }),
  sample('a question back', choicesCard, {
    text: words.markdown('bot.ownWords.which'),
    sentences: [
      commandSentence('request role contributor on payments until 24 November 12:00 because the payouts fail'),
      commandSentence('roles on payments'),
      commandSentence('help'),
    ],
    buttons: [],
  }),
  sample('help', overviewCard, {
    title: words.markdown('help.title', { name: 'Ana' }),
    intro: words.markdown('help.intro'),
    areas: areasOf(commands).map(({ name, commands: told }) => ({
      name: words.markdown(`help.area.${name}`),
      names: escapeMarkdown(told.map((command) => command.name).join(' · ')),
      verb: TOPIC,
      data: { topic: name },
    })),
    foot: words.markdown('help.foot.channel'),
  }),
  ...(['channel', 'personal'] as const).map((kind) =>
    sample(
      `a welcome, ${kind}`,
      welcomeCard,
      welcomeView(
        { kind, wholeTeam: kind === 'channel' },
        kind === 'personal' ? [{ button: 'transactions', name: 'transactions november' }] : [],
        words,
      ),
    ),
  ),
];
