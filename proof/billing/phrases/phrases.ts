import { listInvoiceTransactions } from '../../../src/cloud/operations/billing.ts';
import { addressOf, freezeParts } from '../../../src/cloud/request/freeze.ts';
import { profileOf } from '../../../src/cloud/services/profile.ts';
import { type Condition, condition, odataFilter, operators } from '../../../src/features/billing/invoice/filter.ts';
import {
  listQuery,
  listWordsStart,
  pageQuery,
  parseListQuery,
  splitListWords,
} from '../../../src/features/billing/invoice/list-query.ts';
import { clean } from '../../../src/platform/lib/text.ts';
import { fc } from '../../../test/support/fast-check.ts';
import { defineCheck } from '../../lib/define-check.ts';
import phrases from './phrase-table.json' with { type: 'json' };
import pieces from './tricky-pieces.json' with { type: 'json' };

/** When the phrases are said. */
const NOW = Date.parse('2026-11-21T15:30:00Z');

const TEXTS = ['family', 'product', 'section', 'customer', 'reason', 'credit type'] as const;
const PATHS: Readonly<Record<(typeof TEXTS)[number], string>> = {
  family: 'productFamily',
  product: 'productDescription',
  section: 'invoiceSectionDisplayName',
  customer: 'customerDisplayName',
  reason: 'reasonCode',
  'credit type': 'creditType',
};

/** Hidden marks go, and spaces count once. */
const shown = (text: string): string => clean(text.replace(/\s+/g, ' ')).replace(/ +/g, ' ');

/** Made of pieces that would be questions of their own were they to leave their quotes or their parameter. */
const texts = fc
  .tuple(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }), fc.constantFrom('', ' ', 'x'))
  .map(([pieces, between]) => pieces.join(between).replaceAll('"', ''));

/** What somebody writes into a filter and into the search of a list, and the page that is shown. */
const literalCases = fc.record({
  field: fc.constantFrom(...TEXTS),
  value: texts,
  search: texts.map((text) => text.trim()),
  page: fc.nat(49),
});

/** Conditions that no phrase says. */
const conditionCases = fc.array(
  fc.record({
    path: fc.constantFrom(...Object.values(PATHS)),
    operator: fc.constantFrom(...operators),
    anyOf: fc.array(fc.record({ is: fc.constant('text' as const), value: texts }), { minLength: 1, maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 3 },
);

/** What the vendor reads out of a filter: each literal text, its quotes undone, and what stands outside of them. */
const readTexts = (filter: string): { readonly inside: readonly string[]; readonly outside: string } => {
  const inside: string[] = [];
  let outside = '';
  for (let at = 0; at < filter.length; at += 1) {
    if (filter[at] !== "'") {
      outside += filter[at];
      continue;
    }
    let text = '';
    for (at += 1; filter[at] !== "'" || filter[at + 1] === "'"; at += 1) {
      if (at >= filter.length) return { inside, outside: 'never ends' };
      text += filter[at];
      if (filter[at] === "'") at += 1;
    }
    inside.push(text);
    outside += '_';
  }
  return { inside, outside };
};

const address = { billingAccount: '8608480', invoice: 'G002548106' } as const;

/** The parameters as they leave, read again by the platform. */
const sent = (query: ReturnType<typeof pageQuery>): Readonly<Record<string, string>> => {
  const parts = listInvoiceTransactions.parts({ ...address, ...query }, profileOf('Vendor'));
  const url = addressOf(freezeParts(listInvoiceTransactions, parts, profileOf('Vendor')), 'https://vendor.example');
  return Object.fromEntries(url.searchParams);
};

type LiteralCase = typeof literalCases extends fc.Arbitrary<infer One> ? One : never;

/** What stands behind the name of an invoice, and of its account. */
const saidIn = (typed: string) => splitListWords(typed.slice(listWordsStart(typed) ?? typed.length));

/** @returns what does not hold of a text that somebody put into a filter and into the search, in words */
const literalViolations = ({ field, value, search, page }: LiteralCase): string[] => {
  if (shown(value) === '' || shown(search) === '') return [];
  const said = saidIn(`november ${field} "${value}" over 5 search "${search}"`);
  const read = listQuery.safeParse({ ...parseListQuery(said, NOW), page });
  if (!read.success) return [`${JSON.stringify(value)} cannot be stored`];
  const { filter = '', search: searched, skip, ...rest } = sent(pageQuery(read.data));
  const { inside, outside } = readTexts(filter);
  const wrong: string[] = [];
  if (inside.length !== 1 || inside[0] !== shown(value)) wrong.push(`${JSON.stringify(value)} became ${filter}`);
  if (outside !== `${PATHS[field]} eq _ and transactionAmount/value gt 5`)
    wrong.push(`${JSON.stringify(value)} says ${outside}`);
  if (shown(searched ?? '') !== shown(search))
    wrong.push(`${JSON.stringify(search)} is searched as ${JSON.stringify(searched)}`);
  const names = Object.keys(rest).sort().join();
  if (names !== 'api-version,count,top' || rest['top'] !== '20' || skip !== String(page * 20))
    wrong.push(`${JSON.stringify(value)} asks ${names}`);
  return wrong;
};

/** @returns what does not hold of the writer of filters, in words */
const writerViolations = (conditions: Condition[]): string[] => {
  const { inside } = readTexts(odataFilter(conditions) ?? '');
  const values = conditions.map(({ anyOf }) => anyOf.map((one) => (one.is === 'none' ? '' : String(one.value))));
  const wanted = values.reduce<string[][]>(
    (before, any) => before.flatMap((parts) => any.map((one) => [...parts, one])),
    [[]],
  );
  const isSame = JSON.stringify(inside) === JSON.stringify(wanted.flat());
  const isWhole = conditions.every((one) => condition.safeParse(one).success);
  return [
    ...(isSame ? [] : [`${JSON.stringify(wanted)} became ${JSON.stringify(inside)}`]),
    ...(isWhole ? [] : ['a condition that cannot be stored']),
  ];
};

const ordered = (record: object): string => JSON.stringify(Object.entries(record).sort());

/** @returns what does not hold of a phrase: what it asks, and that it asks the same on each page and out of its row */
const phraseViolations = (phrase: string, wanted: object, account: string): string[] => {
  const said = saidIn(`november${account} ${phrase}`);
  const question = parseListQuery(said, NOW);
  const { top, skip, count, ...query } = pageQuery(question);
  const wrong =
    ordered(query) === ordered(wanted) ? [] : [`“${phrase}” asks ${ordered(query)}, not ${ordered(wanted)}`];
  for (const page of [1, 2, 1, 0, 7]) {
    // As a row of the store, in a process that knows nothing else.
    const stored = listQuery.parse(JSON.parse(JSON.stringify({ ...question, page })));
    const same = { ...query, top, skip: page * top, count };
    if (ordered(pageQuery(stored)) !== ordered(same)) wrong.push(`“${phrase}” asks otherwise on page ${page}`);
  }
  return wrong;
};

const cases = fc.record({
  account: fc.constantFrom('', ' of northwind', ' of Northwind Payments', ' of "Northwind Payments"'),
  literal: literalCases,
  conditions: conditionCases,
});

/** Sixty phrases and more become what the vendor is to be asked; whatever people write into them stays a text. */
export const phrasesProof = defineCheck({
  name: 'billing-4',
  says: 'phrases become the vendor’s question, and what people write stays a text',
  short: { runs: 500, seed: 3 },
  runs: 20_000,
  at: () => 'the question',
  cases: () => cases,
  faults({ account, literal, conditions }, _ground, run) {
    const { phrase, asks } = phrases[(run - 1) % phrases.length] ?? { phrase: '', asks: {} };
    return [...phraseViolations(phrase, asks, account), ...literalViolations(literal), ...writerViolations(conditions)];
  },
});
