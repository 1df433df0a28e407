import { exactNumber } from '../exact-number.ts';
import { amount, type Line } from '../line.ts';
import { charged, usageBefore } from './usage.ts';

/** The bill of the month before: what goes on was there too, what came with the new cluster was not, and one thing is gone since. */
export const before: readonly Line[] = [
  ...usageBefore,
  {
    day: -50,
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
  { day: -48, product: 'File gateway of the old settlement run', family: 'Storage', ...charged(41_250) },
  {
    day: -45,
    product: 'Dinar settlement gateway, Kuwait',
    family: 'Networking',
    currency: 'KWD',
    subTotal: '11.988',
    tax: '0',
    total: '11.988',
  },
  {
    day: -44,
    product: 'Support plan, India',
    family: 'Support',
    currency: 'INR',
    subTotal: '8350',
    tax: '1503',
    total: '9853',
    more: { specialTaxationType: 'SubtotalLevel' },
  },
];
