/** @param share as 0.99 @returns the value that so many do not exceed; 0 where there is none */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0;
