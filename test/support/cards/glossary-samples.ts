import { viewOfGlossary } from '#features/translation/cards/glossary-card.ts';
import { usageCard, viewOfUsage } from '#features/translation/cards/usage-card.ts';
import type { TermRow } from '#features/translation/glossary/term-store.ts';
import { NO_TEXT } from '#platform/lib/text.ts';
import { listCard, PAGE_ROWS } from '#teams/cards/list.ts';
import { type CardSample, sample, words } from './sample.ts';

const term: TermRow = {
  id: 'q1w2e3r4t5y6u7i8o9p0aa',
  scope: 'team',
  holder: '19:team',
  phrase: 'Ledger',
  phrase_key: 'Ledger',
  source: '',
  target: 'de',
  translation: 'Hauptbuch',
  by_name: 'Bo Lind',
  created_at: '2026-03-02T09:00:00.000Z',
};

const shown = { query: { page: 0, search: '' }, news: NO_TEXT, editable: true, kind: 'channel' } as const;

/** As long as terms get, with every letter of them a mark. */
const longest: readonly TermRow[] = Array.from({ length: 3 * PAGE_ROWS }, (_, n) => ({
  ...term,
  id: `${term.id}${n}`,
  phrase: '*'.repeat(100),
  translation: '*'.repeat(200),
  source: 'zh-Hant',
  target: 'sr-Cyrl',
  by_name: '*'.repeat(100),
}));

const amounts = (month: number, day: number, saved: number) => ({
  month: { characters: month, saved },
  day: { characters: day, saved: 0 },
});

const now = Date.parse('2026-03-02T09:00:00Z');

export const glossarySamples: readonly CardSample[] = [
  sample(
    'a glossary from which a term was removed, with terms as long as they get',
    listCard,
    viewOfGlossary(
      {
        ...shown,
        terms: longest,
        query: { page: 1, search: '*'.repeat(40) },
        news: words.markdown('translation.glossary.news.removed', {
          phrase: '*'.repeat(100),
          translation: '*'.repeat(200),
        }),
        removed: longest[0],
      },
      words,
      0.2,
    ),
  ),
  sample(
    'what translations cost, against budgets',
    usageCard,
    viewOfUsage(
      {
        now,
        budgets: {
          person: { day: 50_000, month: 200_000 },
          channel: { month: 1_000_000 },
          tenant: { month: 2_000_000 },
        },
        holders: [
          { holder: 'person', used: amounts(87_420, 50_000, 12_300) },
          { holder: 'channel', used: amounts(845_000, 120_300, 98_000) },
          { holder: 'tenant', used: amounts(1_002_345, 220_000, 0) },
        ],
      },
      words,
    ),
  ),
  sample(
    'what translations cost, without budgets',
    usageCard,
    viewOfUsage(
      {
        now,
        budgets: { person: {}, channel: {}, tenant: {} },
        holders: [
          { holder: 'person', used: amounts(0, 0, 0) },
          { holder: 'tenant', used: amounts(1_002_345, 220_000, 0) },
        ],
      },
      words,
    ),
  ),
];
