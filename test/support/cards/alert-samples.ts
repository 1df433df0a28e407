import { alertVerbs } from '#engine/alerts/alerts.ts';
import { type AlertView, alertCard } from '#engine/alerts/channel/alert-card.ts';
import { noteCard } from '#engine/alerts/channel/thread-notes.ts';
import { DIGEST_LINES, digestCard } from '#engine/alerts/digest/digest-card.ts';
import { toneOf } from '#engine/alerts/feed/signal.ts';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { capitalised, escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { dateTime, toneStyle } from '#teams/cards/view.ts';
import { type CardSample, sample, words } from './sample.ts';

const BEGAN = Date.UTC(2026, 10, 21, 8, 5);

const own = (name: 'acknowledge' | 'why' | 'snooze' | 'mute') => ({
  ...{ title: words.plain(`alerts.button.${name}`), verb: alertVerbs[name], data: { card: 'c1' } },
});

const open: AlertView = {
  overline: escapeMarkdown('Service issue KV-1AA'),
  title: escapeMarkdown('Key Vault: requests fail with 503 in West Europe'),
  state: words.markdown('health.state.active', { level: words.plain('health.level.error') }),
  ...toneStyle('attention'),
  facts: [
    { title: words.plain('health.label.services'), value: escapeMarkdown('Key Vault, App Service') },
    { title: words.plain('health.label.began'), value: dateTime(BEGAN) },
  ],
  text: escapeMarkdown('About a third of the requests fail. We are rolling back a change.'),
  who: NO_TEXT,
  people: [],
  buttons: [
    { ...own('acknowledge'), style: 'positive', mode: 'primary' },
    {
      ...{ title: words.plain('health.button.details'), verb: 'health.details', data: { event: 'KV-1AA', card: 'c1' } },
      ...{ style: 'default', mode: 'primary' },
    },
  ],
  windows: [own('snooze'), own('mute')],
  extras: [],
  links: [
    {
      title: words.plain('health.button.portal'),
      url: 'https://portal.northwind.example/health/KV-1AA',
      mode: 'primary',
    },
  ],
};

const acknowledged: AlertView = {
  ...open,
  who: `${words.markdown('alerts.onIt', { who: 'Bo Lind' })} · ${dateTime(BEGAN + 9 * MINUTE)}` as Markdown,
  people: [
    { text: `${words.markdown('alerts.snoozed', { who: 'Bo Lind' })} ${dateTime(BEGAN + 4 * HOUR)}` as Markdown },
  ],
  buttons: open.buttons.slice(1),
  extras: [own('why')],
  windows: [
    own('mute'),
    {
      title: words.plain('translation.button.offer'),
      verb: alertVerbs.offer,
      data: { card: 'c1', offer: 'translate' },
    },
  ],
};

const over: AlertView = {
  ...open,
  ...toneStyle('good'),
  ...{ state: words.markdown('health.state.resolved'), facts: [], text: NO_TEXT, links: [], windows: [] },
  buttons: open.buttons.slice(1),
};

const incidents = [
  'Key Vault: requests fail with 503 [West Europe]',
  'SQL Database: connections time out [North Europe]',
  'Virtual Machines: slow to start after a change of the network',
  'App Service: deployments wait [West Europe, North Europe]',
];
const line = (number: number) => ({
  title: escapeMarkdown(incidents[number % incidents.length] ?? ''),
  state:
    number === 0
      ? words.markdown('health.state.active', { level: words.plain('health.level.error') })
      : words.markdown('health.state.resolved'),
  colour: toneStyle(toneOf({ level: 'error', open: number === 0 })).colour,
  why: capitalised(words.markdown('alerts.held.quiet')),
});
const counts = { count: 40, open: 1, over: 39 };

export const alertSamples: readonly CardSample[] = [
  sample('alert, open', alertCard, open),
  sample('alert, acknowledged', alertCard, acknowledged),
  sample('alert, resolved', alertCard, over),
  sample('alert, a note in its thread', noteCard, {
    lines: [
      {
        text: words.markdown('alerts.news.level', { from: 'error', to: 'critical', title: 'Key Vault' }),
        colour: 'Attention',
      },
      {
        text: words.markdown('alerts.news.regionTouched', { names: 'North Europe', count: 1, title: 'Key Vault' }),
        colour: 'Default',
      },
    ],
    text: NO_TEXT,
  }),
  sample('alert, a review in its thread', noteCard, {
    lines: [{ text: words.markdown('alerts.news.explained', { title: 'Key Vault' }), colour: 'Default' }],
    text: escapeMarkdown('A certificate had run out.'),
  }),
  sample('digest', digestCard, {
    title: words.markdown('alerts.digest.title', { counts: '38 service issues and 2 security advisories' }),
    intro: words.markdown('alerts.digest.intro', counts),
    lines: Array.from({ length: DIGEST_LINES }, (_, index) => line(index)),
    more: words.markdown('alerts.digest.more', { count: counts.count - DIGEST_LINES, commands: 'health' }),
  }),
];
