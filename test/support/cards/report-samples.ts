import { reportCard } from '#features/billing/cards/report-card.ts';
import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { type CardSample, sample } from './sample.ts';

const said = (text: string): Markdown => text as Markdown;
const head = { overline: said('Invoice of Northwind Payments'), progress: NO_TEXT, colour: 'Default', more: NO_TEXT };

const turn = (by: string) => ({ title: `By ${by}`, verb: 'billing.compareBy', data: { id: 'rep1', by } });

const moved = {
  label: said('Log ingestion, pay as you go'),
  detail: said('€210.40 → €528.11 (+151%)'),
  amount: said('+€317.71'),
  tone: 'Default',
  verb: 'billing.line',
  data: { id: 'rep1', by: 'product', line: '1k2j3h', currency: 'EUR', invoice: 1 },
};

const family = (name: string, detail: string, amount: string) => ({
  ...{ label: said(name), detail: said(detail), amount: said(amount), tone: 'Default', verb: 'billing.line' },
  data: { id: 'rep1', by: 'family', line: name.slice(0, 6), currency: 'EUR', invoice: 0 },
});

/** What is compared and broken down. */
export const figuresSamples: readonly CardSample[] = [
  sample('two invoices compared', reportCard, {
    ...head,
    title: said('October → November'),
    count: said('October: 116 transactions · November: 131 transactions'),
    sections: [
      {
        label: said('1 item needs attention'),
        detail: NO_TEXT,
        amount: NO_TEXT,
        charts: [],
        rows: [{ ...moved, detail: said('Jump: €210.40 → €528.11, by 50% and €100.00 or more'), tone: 'Attention' }],
      },
      {
        label: said('Net in EUR, by product'),
        detail: said('€6,176.24 → €6,493.95 (+5.1%)'),
        amount: said('+€317.71'),
        charts: [],
        rows: [
          moved,
          { ...moved, label: said('3 others are unchanged'), detail: NO_TEXT, amount: NO_TEXT, verb: '', data: {} },
        ],
      },
    ],
    more: said('2 more currencies not shown here; “export” has everything.'),
    buttons: [turn('section'), turn('customer')],
  }),
  sample('an invoice broken down, with a chart', reportCard, {
    ...head,
    title: said('November by product family'),
    count: said('131 transactions · billed'),
    sections: [
      {
        label: said('Net in EUR'),
        detail: NO_TEXT,
        amount: said('€13,987.53'),
        charts: [
          {
            title: 'EUR by product family',
            heading: said('EUR by product family'),
            bars: [
              { label: 'Databases', value: 12_410.06 },
              { label: 'Networking', value: 2410.06 },
              { label: 'Credits', value: 0 },
            ],
          },
        ],
        rows: [
          family('Databases', '88.7% of the net · 28 transactions', '€12,410.06'),
          family('Networking', '17.2% of the net · 31 transactions', '€2,410.06'),
          family('Credits', '3 transactions', '\\-€832.59'),
        ],
      },
    ],
    buttons: [turn('section')],
  }),
  sample('an invoice that is not read to its end', reportCard, {
    ...head,
    title: said('November by product family'),
    count: NO_TEXT,
    progress: said('Reading the whole invoice … 50 of 131'),
    colour: 'Accent',
    sections: [],
    buttons: [],
  }),
];
