import { listInvoiceTransactions } from '../../../src/api/operations/billing.ts';
import type { Dice } from '../run-on-stores.ts';

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const NEVER = ' _./%\'"äé\u202e&?#:';

const textBy = (dice: Dice, letters: string, length: number): string =>
  Array.from({ length }, () => dice.pick([...letters])).join('');

/** The forms of document 1, Endpoints 5, read once more: what an invoice's id begins with, and how many letters follow. */
const forms = ['G', 'H', 'T', 'HT', 'D', 'EA', 'E0', 'EB', 'EZ'] as const;
const REST: Readonly<Record<(typeof forms)[number], number>> = {
  G: 9,
  H: 9,
  T: 9,
  HT: 9,
  D: 9,
  EA: 8,
  E0: 8,
  EB: 8,
  EZ: 8,
};

/** An id that fits. */
export const rightId = (dice: Dice): string => {
  if (dice.oneIn(5))
    return `H${dice.pick([...DIGITS])}-${textBy(dice, LETTERS + DIGITS, 1 + Math.floor(dice.next() * 12))}`;
  const form = dice.pick(forms);
  return form + textBy(dice, LETTERS + DIGITS, REST[form]);
};

/** One that does not, however near it is. */
export const wrongId = (dice: Dice): string => {
  const id = rightId(dice);
  const place = Math.floor(dice.next() * id.length);
  const broken = dice.pick([
    () => id.slice(0, -1),
    () => `${id}0`,
    () => `X${id.slice(1)}`,
    () => id.slice(0, place) + dice.pick([...NEVER]) + id.slice(place + 1),
    () => textBy(dice, LETTERS + DIGITS + NEVER, 1 + Math.floor(dice.next() * 30)),
  ])();
  return fits(broken) || broken.trim() === '' ? wrongId(dice) : broken;
};

/** By the document's own pattern, as it stands in the operation. */
export const fits = (id: string): boolean =>
  listInvoiceTransactions.patterns?.['invoiceName']?.test(id.trim().toUpperCase()) ?? false;
