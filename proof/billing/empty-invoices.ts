import { listInvoiceTransactions } from '../../src/cloud/operations/billing.ts';
import { askInvoice, isAtRest } from '../../test/support/billing.ts';
import { fc } from '../../test/support/fast-check.ts';
import { channels, type Steward, startSteward, wordsOf } from '../../test/support/steward.ts';
import { inStore } from '../../test/support/store-invariants.ts';
import { ask, freshStory, shown } from '../../test/support/story.ts';
import { draw } from '../lib/check-case.ts';
import { defineProof } from '../lib/define-proof.ts';
import type { Dice } from '../lib/dice.ts';

/** By the document's own pattern, as it stands in the operation. */
export const fits = (id: string): boolean =>
  listInvoiceTransactions.patterns?.['invoiceName']?.test(id.trim().toUpperCase()) ?? false;

/** Ids that fit: the documented forms, read once more. */
export const rightIds = fc.stringMatching(/^(?:H\d-[A-Z\d]{1,12}|(?:G|H|T|HT|D)[A-Z\d]{9}|E[A0BZ][A-Z\d]{8})$/);

/** Ids that do not fit, however near they are. */
export const wrongIds = fc
  .oneof(
    { weight: 4, arbitrary: fc.tuple(rightIds, fc.nat(12), fc.constantFrom(...' _./%\'"äé\u202e&?#:')) },
    fc.stringMatching(/^[A-Z\d _./%'"äé\u202e&?#:]{1,30}$/),
  )
  .chain((one) => {
    if (typeof one === 'string') return fc.constant(one);
    const [id, place, mark] = one;
    return fc.constantFrom(
      id.slice(0, -1),
      `${id}0`,
      `X${id.slice(1)}`,
      id.slice(0, place) + mark + id.slice(place + 1),
    );
  })
  .filter((id) => !fits(id) && id.trim() !== '');

/** The five reasons for which there is nothing, each with the words of its next step. */
const steps = {
  pending: 'Ask again after the billing day',
  olderAccount: 'Open the invoice in the vendor’s portal',
  noRight: 'Its owner has to give the bot’s app permission',
  badName: 'These are the ones I know',
  narrow: 'Change the filter, or show all',
} as const;
type Reason = keyof typeof steps;
const reasons = Object.keys(steps) as Reason[];

const NARROW = [
  'over 99999999999999999',
  'family "No such family"',
  'on 2020-02-29',
  "search it's nowhere' or 1 eq 1",
  'currency XXX',
  'refunds reservations third party',
] as const;

/** What makes something of a whole invoice; a filter and an order are the list's own. */
const OTHERS = ['refunds', 'breakdown', 'export', 'compare october with'] as const;

interface Asked {
  readonly text: string;
  /** Whether the vendor may be asked at all. */
  readonly calls: boolean;
}

const askedBy = (dice: Dice, reason: Reason): Asked => {
  if (reason !== 'narrow' && reason !== 'badName' && dice.oneIn(2)) return askedOtherwise(dice, reason);
  const asked = listAsked(dice, reason);
  return { ...asked, text: `transactions ${asked.text}` };
};

/** Any of two invoices may be the one on which nothing is; the older account has one only. */
const askedOtherwise = (dice: Dice, reason: 'pending' | 'olderAccount' | 'noRight'): Asked => {
  const command = dice.pick(reason === 'olderAccount' ? OTHERS.slice(0, 3) : OTHERS);
  if (reason === 'olderAccount') return { text: `${command} retail`, calls: true };
  return { text: `${command} ${reason === 'pending' ? 'december' : 'november'} of northwind`, calls: true };
};

const listAsked = (dice: Dice, reason: Reason): Asked => {
  const sort = dice.pick(['', ' sort largest first', ' sort by family, date']);
  if (reason === 'pending') return { text: `december${dice.pick(['', ' of northwind'])}${sort}`, calls: true };
  if (reason === 'olderAccount')
    return { text: `retail${dice.pick(['', ' of "Northwind Retail"'])}${sort}`, calls: true };
  if (reason === 'noRight') return { text: `november${dice.pick(['', ' over 5'])}${sort}`, calls: true };
  if (reason === 'narrow') return { text: `november ${dice.pick(NARROW)}`, calls: true };
  return { text: `"${draw(wrongIds, dice).replaceAll(/["“”]/g, "'")}" of northwind${sort}`, calls: false };
};

const callsOf = (s: Steward): number => s.vendor.faults.seen().filter(({ path }) => path.includes('/invoices/')).length;

/** @returns what does not hold of an answer, in words */
const brokenEmptyLaws = (reason: Reason, { text, calls }: Asked, words: string, asked: number): string[] => {
  const told = reasons.filter((one) => words.includes(steps[one]));
  const wrong: string[] = [];
  if (told.length !== 1 || told[0] !== reason)
    wrong.push(`“${text}” is ${reason} and is told as ${told.join() || words}`);
  if (/vanished product/i.test(words)) wrong.push(`“${text}” says that something vanished`);
  if (!text.startsWith('compare') && /[€¥₹]|R\$/.test(words)) wrong.push(`“${text}” shows an amount`);
  if (!calls && asked > 0) wrong.push(`“${text}” was asked of the vendor`);
  if (calls && asked === 0) wrong.push(`“${text}” was not asked of the vendor`);
  return wrong;
};

/** The card of the run before may be answered before its invoice is read to the end. */
const begin = async (s: Steward): Promise<void> => {
  await s.until('the bot at rest', () => inStore(s, isAtRest));
  freshStory(s);
};

const play = async (s: Steward, dice: Dice, reason: Reason): Promise<string[]> => {
  await begin(s);
  if (reason === 'noRight') {
    s.vendor.faults.set({
      kind: 'refuse',
      status: 403,
      code: 'AuthorizationFailed',
      operation: 'listInvoiceTransactions',
    });
  }
  const asked = askedBy(dice, reason);
  const before = callsOf(s);
  const { text } = asked;
  const where = channels.finance;
  const card = asked.calls
    ? await askInvoice(s, 'di', text, steps[reason], reason === 'olderAccount' ? 'a:sandbox-di' : where)
    : await ask(s, 'di', text, { where });
  return brokenEmptyLaws(reason, asked, wordsOf(card), callsOf(s) - before);
};

/** A right id is never taken for a wrong one: the vendor says that it does not know it. */
const playRightId = async (s: Steward, dice: Dice): Promise<string[]> => {
  await begin(s);
  const id = dice.oneIn(2) ? draw(rightIds, dice) : draw(rightIds, dice).toLowerCase();
  const before = callsOf(s);
  await askInvoice(
    s,
    'di',
    `transactions ${id} of northwind`,
    shown('billing.empty.unknownInvoice', { invoice: id.toUpperCase() }),
  );
  return callsOf(s) === before ? [`“${id}” was not asked of the vendor`] : [];
};

/** Nothing to show is explained: five reasons, five answers, each with its next step; a bad name before any call. */
export const empties = defineProof({
  name: 'billing-7',
  says: 'nothing to show is explained by its reason, with the next step',
  // Each reason twice, from the second run on.
  short: { runs: 10, seed: 4, on: 'sqlite' },
  runs: 300,
  runsEach: 60,
  plan: (dice) => dice,
  world: ({ url }) => startSteward({ databaseUrl: url, wideLimits: true }),
  evidence: (steward, dice, run) =>
    run % 12 === 0
      ? playRightId(steward, dice)
      : play(steward, dice, reasons[Math.floor(run / 2) % reasons.length] ?? 'badName'),
  laws: { 'the answer has the reason and the next step': (wrong) => wrong },
});
