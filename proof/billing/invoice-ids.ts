import { listInvoiceTransactions } from '../../src/cloud/operations/billing.ts';
import { fc } from '../../test/support/fast-check.ts';

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
