import type { Namespace } from '../../operation.ts';
import { amount, type Line } from '../line.ts';
import { exactNumber } from '../record.ts';
import { charged } from './usage.ts';

const credit = (day: number, product: string, creditType: string, total: string): Line => ({
  day,
  product,
  family: 'Credits',
  subTotal: total,
  tax: '0',
  total,
  more: { creditType, transactionType: 'Credit', reasonCode: 'CreditGranted', units: exactNumber('0') },
});

/** Credits of each documented kind; two kinds contain the vendor's name. */
export const credits = (namespace: Namespace): readonly Line[] => {
  const own = namespace === 'Vendor' ? 'Vendor' : 'Azure';
  return [
    credit(-27, 'Free credit of the trial month', `${own}FreeCredit`, '-170'),
    credit(-26, 'Credit offer for new regions', `${own}CreditOffer`, '-250.5'),
    credit(-12, 'Service level credit for the outage of the card network', 'ServiceInterruption', '-412.08'),
    credit(-11, 'Goodwill of the account team', 'Other', '-0.01'),
  ];
};

const YEAR_OF_RESERVATION =
  'Reservation of eight virtual cores for the ledger database in West Europe, one year, paid at once. It was bought for the ' +
  'old cluster, moved to the new one when the settlement run was rebuilt, and then given back in part because the cluster ' +
  'needs fewer cores since the reconciliation runs in its own container group. The price is that of the first day; what is ' +
  'given back is counted by the days that are left, less the fee for an early end. Questions about it go to the account team ' +
  'with the number of this transaction, and the contract is in the document library under “Payments, reservations, 2026”.';

/** The term from the purchase on, also of a refund. */
const YEAR = { from: -25, days: 365 };

/** A purchase for a year with a partial refund. */
export const reservations: readonly Line[] = [
  {
    day: -25,
    term: YEAR,
    product: YEAR_OF_RESERVATION,
    family: 'Reservations',
    ...charged(1_248_000),
    more: {
      kind: 'Reservation',
      reasonCode: 'ReservationPurchase',
      unitOfMeasure: '1 Year',
      unitType: 'Years',
      units: exactNumber('1'),
      discount: exactNumber('37.5'),
      marketPrice: amount('EUR', '19968'),
    },
  },
  {
    day: -9,
    term: YEAR,
    product: YEAR_OF_RESERVATION,
    family: 'Reservations',
    ...charged(-312_000),
    more: {
      kind: 'reservation',
      creditType: 'Refund',
      transactionType: 'Refund',
      reasonCode: 'ReservationReturn',
      quantity: exactNumber('-2'),
      units: exactNumber('-0.25'),
      refundTransactionDetails: {
        amountRequested: amount('EUR', '-3300'),
        amountRefunded: amount('EUR', '-3120'),
        refundOperationId: '5f2b7c18-6d0a-4e93-8b41-c7e2a9d05f36',
      },
    },
  },
];
