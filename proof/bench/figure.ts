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

/**
 * Rounds of all in turns, so that whatever else the machine does meets them all.
 * @param plays by the name of each, what makes one round
 * @param warmUp rounds before those that count: what runs often is compiled better
 */
export const inTurns = async <Name extends string, Round>(
  plays: Readonly<Record<Name, () => Round | Promise<Round>>>,
  rounds: number,
  warmUp = 0,
): Promise<Readonly<Record<Name, readonly Round[]>>> => {
  const names = Object.keys(plays) as Name[];
  const played = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Round[]>;
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of names) {
      const one = await plays[name]();
      if (round >= 0) played[name].push(one);
    }
  }
  return played;
};
