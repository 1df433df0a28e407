import { people } from '../sandbox/world.ts';
import { findInvoice } from '../src/features/billing/policy.ts';
import { AppError } from '../src/platform/lib/errors.ts';
import { fc } from '../test/support/fast-check.ts';
import { policyWith } from '../test/support/shipped-policy.ts';
import { fits, rightIds, wrongIds } from './billing/empty-invoices.ts';

const policy = policyWith();
const RUNS = { numRuns: 2_000 };

/** Whether an id is taken, or refused as no id. */
const isTaken = (id: string): boolean => {
  try {
    findInvoice(policy, people.di.objectId, id, 'northwind');
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'Billing.Invoice') return false;
    throw error;
  }
};

it('an invoice id that fits the document’s pattern is taken, in any case', () => {
  const takes = (id: string) => fits(id) && isTaken(id) && isTaken(id.toLowerCase());
  fc.assert(fc.property(rightIds, takes), RUNS);
});

it('any other invoice id is refused before the vendor is called', () => {
  fc.assert(
    fc.property(wrongIds, (id) => !isTaken(id)),
    RUNS,
  );
});
