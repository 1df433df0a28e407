import type { Progress } from '../operation.ts';

const ends: ReadonlyMap<string, Progress> = new Map([
  ['Succeeded', 'succeeded'],
  ['Failed', 'failed'],
  ['Canceled', 'failed'],
]);

/** Final are Succeeded, Failed and Canceled (vendor-facts section 3); with every other word, known or not, it goes on. */
export const provisioningProgress = ({
  provisioningState = '',
}: {
  readonly provisioningState?: string | undefined;
}): Progress => ends.get(provisioningState) ?? 'running';
