/** What a figure is measured against, in the same run. */
export type Baseline =
  | 'undici'
  | 'published-client'
  | 'client-listing'
  | 'no-terms'
  | 'kept-template'
  | 'rows-10000'
  | 'requests-1000'
  | 'idle'
  | 'third-minute'
  | 'rsa-verify'
  | 'botbuilder-echo'
  | 'load-botbuilder'
  | 'continueConversationAsync'
  | 'retry-after-and-faultless';

/** One measured value; the line that it prints is fixed, because other programs read it. */
export interface Figure {
  /** As `turn.cpu`: the bench and what of it. */
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same of the baseline. */
  readonly against: number;
  readonly baseline: Baseline;
}

/** @throws Error where nothing was measured */
export const lineOf = ({ name, value, unit, against, baseline }: Figure): string => {
  if (![value, against].every((measured) => Number.isFinite(measured) && measured > 0)) {
    throw new Error(`${name} was not measured`);
  }
  return `${name}: ${rounded(value)} ${unit} (ratio ${rounded(value / against)} to ${baseline})`;
};

const rounded = (value: number): string => (value < 100 ? value.toFixed(2) : value.toFixed(0));

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
};
