import { type Level, toneOf } from '#engine/alerts/feed/signal.ts';
import type { Watch } from '#engine/alerts/watch/watch.ts';
import { features } from '#features/index.ts';
import { watchCard, watchVerbs } from '#features/watches/cards/watch-card.ts';
import { ROWS, viewWatches, watchesCard } from '#features/watches/cards/watches-card.ts';
import { capitalised, escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { commandButton, type PlacedButton } from '#teams/cards/buttons.ts';
import { dateTime, toneStyle } from '#teams/cards/view.ts';
import { type CardSample, sample, words } from './sample.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');

const plain = { style: 'default', mode: 'primary' } as const;
const button = (name: 'test' | 'pause' | 'resume' | 'stop') => ({
  ...{ title: words.plain(`watches.button.${name}`), verb: watchVerbs[name], data: { ref: 'W-7KQ2M' } },
  ...plain,
});
const buttons = (turning: 'pause' | 'resume'): PlacedButton[] => [
  { ...commandButton(words.plain('watches.button.list'), 'health payments'), ...plain },
  button(turning),
  { ...button('stop'), style: 'destructive' },
  { ...button('test'), mode: 'secondary' },
];

const fact = (name: 'what' | 'when' | 'quiet' | 'critical' | 'language', value: Markdown) => ({
  title: words.plain(`watches.label.${name}`),
  value: capitalised(value),
});

const opened = (title: string, level: Level) => ({
  title: escapeMarkdown(title),
  state: words.markdown('health.state.active', { level: words.plain(`health.level.${level}`) }),
  colour: toneStyle(toneOf({ level, open: true })).colour,
});

const view = {
  overline: words.markdown('watches.card.overline', { source: 'Health', ref: 'W-7KQ2M', who: 'Ana Rossi' }),
  title: escapeMarkdown('Payments Production'),
  state: words.markdown('watches.state.on'),
  ...toneStyle('good'),
  facts: [
    fact('what', escapeMarkdown('error or worse, in West Europe')),
    fact('when', words.markdown('watches.rhythm.hour')),
    fact('quiet', words.markdown('watches.quiet', { from: '22:00', to: '07:00', zone: 'Europe/Berlin' })),
    fact('critical', words.markdown('watches.critical.anyway')),
    fact('language', escapeMarkdown('German')),
  ],
  opening: [
    {
      title: words.markdown('watches.opening.title', { counts: '1 critical, 2 warnings, 1 informational' }),
      lines: [
        opened('Key Vault: requests fail with 503', 'critical'),
        opened('Database connections: increasing delays', 'warning'),
        opened('Virtual machines: slow to start in North Europe', 'warning'),
        {
          ...opened('Maintenance of the new routers', 'informational'),
          state: `${words.markdown('health.state.planned', { level: 'Informational' })} ${dateTime(NOW)}` as Markdown,
        },
      ],
      more: words.markdown('watches.opening.rule'),
    },
  ],
  unknown: NO_TEXT,
  buttons: buttons('pause'),
};

/** As long as names get, with every letter of them a mark. */
const LONG = '*'.repeat(200);

const watch: Watch = {
  id: 'q1w2e3r4',
  ref: 'W-7KQ2M',
  source: 'health',
  conversationId: '19:c',
  feed: 'subscription 1',
  title: 'Payments Production',
  filter: {},
  rhythm: 'hour',
  quiet: { from: 1_320, to: 420 },
  zone: 'Europe/Berlin',
  criticalAnyway: true,
  language: 'en',
  createdBy: { objectId: 'ana', name: 'Ana Rossi' },
  createdAt: NOW,
  pausedUntil: undefined,
  unreachable: undefined,
};
const mute = { id: 'm1', conversationId: '19:c', source: 'health', what: 'region', by: 'Ana Rossi', at: NOW } as const;
const said = features.flatMap(({ sources = [] }) => sources);
const page = { watches: [watch], mutes: [{ ...mute, name: 'West Europe' }], sources: said, page: 0, now: NOW };

export const watchSamples: readonly CardSample[] = [
  sample('a new watch', watchCard, view),
  sample('a paused watch', watchCard, {
    ...view,
    state: `${words.markdown('watches.state.pausedUntil')} ${dateTime(NOW)}` as Markdown,
    ...toneStyle('warning'),
    opening: [{ title: words.markdown('watches.opening.over'), lines: [], more: NO_TEXT }],
    buttons: buttons('resume'),
  }),
  sample('a stopped watch', watchCard, {
    ...view,
    state: words.markdown('watches.state.stopped'),
    ...toneStyle('default'),
    opening: [],
    buttons: [],
  }),
  sample('watches and mutes', watchesCard, viewWatches(page, words)),
  sample('watches and mutes, none', watchesCard, viewWatches({ ...page, watches: [], mutes: [] }, words)),
  sample(
    'a full page of watches with long words',
    watchesCard,
    viewWatches(
      {
        ...page,
        watches: Array.from({ length: ROWS + 1 }, () => ({
          ...watch,
          title: LONG,
          filter: { services: [LONG], regions: [LONG] },
          deaf: 'Connector.left',
        })),
      },
      words,
    ),
  ),
];
