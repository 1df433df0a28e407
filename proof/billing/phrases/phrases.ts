import {
  listQuery,
  pageQuery,
  parseListCommand,
  parseListQuery,
} from '../../../src/features/billing/invoice/list-query.ts';
import { fc } from '../../../test/support/fast-check.ts';
import { checkCases } from '../../check-case.ts';
import type { Proof } from '../../proof.ts';
import { conditionCases, literalCases, literalViolations, writerViolations } from './injection.ts';
import { NOW, phrases, type Wanted } from './phrase-table.ts';

const ordered = (record: object): string => JSON.stringify(Object.entries(record).sort());

/** @returns what does not hold of a phrase: what it asks, and that it asks the same on each page and out of its row */
const phraseViolations = (phrase: string, wanted: Wanted, account: string): string[] => {
  const { said } = parseListCommand(`november${account} ${phrase}`);
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
export const phrasesProof: Proof = {
  name: 'billing-4',
  says: 'phrases become the vendor’s question, and what people write stays a text',
  short: { runs: 500, seed: 3 },
  runs: 20_000,
  prove: (options) =>
    checkCases(
      options,
      () => 'the question',
      () => cases,
      ({ account, literal, conditions }, run) => {
        const [phrase, wanted] = phrases[(run - 1) % phrases.length] ?? ['', {}];
        return [
          ...phraseViolations(phrase, wanted, account),
          ...literalViolations(literal),
          ...writerViolations(conditions),
        ];
      },
    ),
};
