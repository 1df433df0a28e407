import { z } from 'zod';
import { compareDecimals, type Decimal, multiplyDecimals, subtractDecimals, ZERO } from '../../../lib/decimal.ts';
import { storedDecimal } from '../invoice/stored-totals.ts';
import { withoutSign } from '../invoice/totals.ts';
import type { TallyLine, TallyOf } from './tally.ts';

/**
 * What is worth a look, by the rule that says so. Of two invoices: `new`, a product that was not there before; `gone`, one
 * that is no longer there; `jump`, one whose amount moved much. Of the later one: `twice`, the same charge again under
 * another id; `refund`, one that was asked for and not paid in full.
 */
export const rules = ['twice', 'refund', 'new', 'gone', 'jump'] as const;
export type Rule = (typeof rules)[number];

export const storedAnomaly = z.object({
  rule: z.enum(rules),
  /** The product. */
  label: z.string(),
  currency: z.string(),
  before: storedDecimal,
  after: storedDecimal,
});
export type Anomaly = z.infer<typeof storedAnomaly>;

export interface Thresholds {
  /** Amounts and differences below it are never worth a look, in the currency's main unit. */
  readonly least: Decimal;
  /** How far an amount must move, in per cent of what it was. */
  readonly percent: Decimal;
}

const HUNDRED = '100' as Decimal;

const reaches = (value: Decimal, least: Decimal): boolean => compareDecimals(withoutSign(value), least) >= 0;

/** Products that came, went or moved, in the order of the lines; what is summed as the rest is passed over. */
export const productAnomalies = (
  { currency, lines }: TallyOf<TallyLine>,
  { least, percent }: Thresholds,
): readonly Anomaly[] => {
  const ruleOf = ({ is, values, counts }: TallyLine): Rule | undefined => {
    const [before = ZERO, after = ZERO] = values;
    const delta = subtractDecimals(after, before);
    if (is !== 'part' || !reaches(delta, least)) return undefined;
    if (counts[0] === 0) return 'new';
    if (counts[1] === 0) return 'gone';
    const moved = multiplyDecimals(withoutSign(delta), HUNDRED);
    return compareDecimals(moved, multiplyDecimals(withoutSign(before), percent)) >= 0 ? 'jump' : undefined;
  };
  return lines.flatMap((line) => {
    const rule = ruleOf(line);
    const [before = ZERO, after = ZERO] = line.values;
    return rule === undefined ? [] : [{ rule, label: line.label, currency, before, after }];
  });
};

/** How much it is about: what anomalies are sorted by within a currency. */
export const weightOf = ({ before, after }: Anomaly): Decimal => withoutSign(subtractDecimals(after, before));
