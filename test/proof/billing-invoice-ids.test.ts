import { findInvoice } from '../../src/features/billing/invoice/find-invoice.ts';
import { AppError } from '../../src/lib/errors.ts';
import { people } from '../../src/sandbox/world.ts';
import { policyWith } from '../features/health/policies.ts';
import { fits, rightId, wrongId } from './billing/invoice-ids.ts';
import { diceOf } from './run-on-stores.ts';

const policy = policyWith();
const di = people.di.objectId;

/** Whether an id is taken, or refused as no id. */
const isTaken = (id: string): boolean => {
  try {
    findInvoice(policy, di, id, 'northwind');
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'Billing.Invoice') return false;
    throw error;
  }
};

it('ids are taken by the document’s pattern, in any case, and every other one is refused before any call', () => {
  const dice = diceOf(7, 1);
  for (let run = 0; run < 2_000; run += 1) {
    const [right, wrong] = [rightId(dice), wrongId(dice)];
    expect([right, fits(right), isTaken(right), isTaken(right.toLowerCase())]).toEqual([right, true, true, true]);
    expect([wrong, isTaken(wrong)]).toEqual([wrong, false]);
  }
});
