import { amount, type Line } from '../line.ts';
import { exactNumber } from '../record.ts';
import { charged } from './usage.ts';

const fees = { family: 'Marketplace', currency: 'JPY', tax: '0', more: { isThirdParty: true } } as const;

/** Other sellers, currencies and taxes, and numbers with more digits than a double. */
export const unusual: readonly Line[] = [
  {
    day: -20,
    product: 'Contoso Fraud Score, monthly licence',
    family: 'Marketplace',
    ...charged(89_900),
    more: {
      isThirdParty: true,
      pricingCurrency: 'USD',
      exchangeRate: exactNumber('0.9214'),
      effectivePrice: amount('USD', '975.69'),
      marketPrice: amount('USD', '1149'),
    },
  },
  {
    day: -20,
    product: 'Contoso Fraud Score, calls beyond the licence',
    family: 'Marketplace',
    subTotal: '81.3000000000000004',
    tax: '15.447',
    total: '96.7470000000000004',
    more: {
      isThirdParty: true,
      units: exactNumber('1234567.8901234567'),
      pricingCurrency: 'USD',
      effectivePrice: amount('USD', '0.0000658471234567'),
    },
  },
  {
    ...fees,
    day: -18,
    product: 'Card scheme fees, passed on',
    subTotal: '1234567890123456.78',
    total: '1234567890123456.78',
  },
  {
    ...fees,
    day: -18,
    product: 'Card scheme fees, given back',
    subTotal: '-1234567890123400',
    total: '-1234567890123400',
  },
  {
    day: -15,
    product: 'Dinar settlement gateway, Kuwait',
    family: 'Networking',
    currency: 'KWD',
    subTotal: '12.345',
    tax: '0',
    total: '12.345',
    more: { kind: 'other' },
  },
  {
    day: -14,
    product: 'Support plan, India',
    family: 'Support',
    currency: 'INR',
    subTotal: '8350',
    tax: '1503',
    total: '9853',
    more: { specialTaxationType: 'SubtotalLevel' },
  },
  {
    day: -14,
    product: 'Support plan, Brazil',
    family: 'Support',
    currency: 'BRL',
    subTotal: '540.2',
    tax: '0',
    total: '540.2',
    more: { specialTaxationType: 'InvoiceLevel' },
  },
  {
    day: -13,
    product: 'Free grant of Key Vault operations',
    family: 'Security',
    subTotal: '0',
    tax: '0',
    total: '0',
    tags: {},
  },
  {
    day: -13,
    product: 'SQL database ledger, prepaid by credit',
    family: 'Databases',
    ...charged(5_000),
    more: {
      azureCreditApplied: amount('EUR', '50'),
      consumptionCommitmentDecremented: amount('EUR', '9.5'),
      kind: 'All',
    },
    tags: { team: 'payments', purpose: `${'Settlement of card payments. '.repeat(8)}Ends here.` },
  },
];
