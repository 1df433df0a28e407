import { z } from 'zod';
import { type Decimal, parseDecimal } from '../../../lib/decimal.ts';
import type { Totals } from './totals.ts';

/** A decimal as it stands in a stored result. */
export const storedDecimal = z.string().refine((text) => parseDecimal(text) === text) as unknown as z.ZodType<Decimal>;

export const storedTotals: z.ZodType<Totals> = z.object({
  count: z.int(),
  pending: z.int(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      charged: storedDecimal,
      tax: storedDecimal,
      credits: storedDecimal,
      refunded: storedDecimal,
      requested: storedDecimal,
      paid: storedDecimal,
      net: storedDecimal,
      unbilled: storedDecimal,
    }),
  ),
});
