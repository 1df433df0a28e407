import {
  listQuery,
  pageQuery,
  parseListCommand,
  parseListQuery,
} from '../../../../src/features/billing/invoice/list-query.ts';
import type { Proof } from '../../proof.ts';
import { diceOf } from '../../run-on-stores.ts';
import { brokenLiteralLaws, brokenWriterLaws } from './injection.ts';
import { NOW, phrases, type Wanted } from './phrase-table.ts';

const ordered = (record: object): string => JSON.stringify(Object.entries(record).sort());

/** @returns what does not hold of a phrase: what it asks, and that it asks the same on each page and out of its row */
export const brokenPhraseLaws = (phrase: string, wanted: Wanted, account: string): string[] => {
  const asked = parseListCommand(`november${account} ${phrase}`);
  const question = parseListQuery(asked.said, NOW);
  const { top, skip, count, ...query } = pageQuery(question);
  const wrong =
    ordered(query) === ordered(wanted) ? [] : [`“${phrase}” asks ${ordered(query)}, not ${ordered(wanted)}`];
  for (const page of [1, 2, 1, 0, 7]) {
    // As a row of the store, in a process that knows nothing else.
    const kept = listQuery.parse(JSON.parse(JSON.stringify({ ...question, page })));
    const again = { ...query, top, skip: page * top, count };
    if (ordered(pageQuery(kept)) !== ordered(again)) wrong.push(`“${phrase}” asks otherwise on page ${page}`);
  }
  return wrong;
};

/** Sixty phrases and more become what the vendor is to be asked; whatever people write into them stays a text. */
export const phrasesProof: Proof = {
  name: 'billing-4',
  runs: 20_000,
  async prove({ runs, seed, complain }) {
    for (let run = 1; run <= runs; run += 1) {
      const dice = diceOf(seed, run);
      const [phrase, wanted] = phrases[(run - 1) % phrases.length] ?? ['', {}];
      const account = dice.pick(['', ' of northwind', ' of Northwind Payments', ' of "Northwind Payments"']);
      const wrong = [
        ...brokenPhraseLaws(phrase, wanted, account),
        ...brokenLiteralLaws(dice),
        ...brokenWriterLaws(dice),
      ];
      for (const words of wrong) complain({ run, at: 'the question', words });
    }
    return runs;
  },
};
