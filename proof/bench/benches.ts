import type { Figure } from './figure.ts';

/** A bench measures and gives its figures. @throws Error where it could not measure */
export type Bench = () => Promise<readonly Figure[]>;

/** Every bench by its name; each is loaded when it is run. */
export const benches: ReadonlyMap<string, () => Promise<Bench>> = new Map([
  ['turn', async () => (await import('./turn/turn.ts')).turnBench],
  ['start', async () => (await import('./start/start.ts')).startBench],
  ['gate', async () => (await import('./gate/gate.ts')).gateBench],
  ['client', async () => (await import('./invoice/compare-readers.ts')).clientBench],
  ['billing', async () => (await import('./invoice/compare-readers.ts')).billingBench],
  ['translation', async () => (await import('./translation/translation.ts')).translationBench],
  ['cards', async () => (await import('./cards/cards.ts')).cardsBench],
  ['memory', async () => (await import('./memory/memory.ts')).memoryBench],
  ['growth', async () => (await import('./growth/growth.ts')).growthBench],
  ['fanout', async () => (await import('./fanout/fanout.ts')).fanoutBench],
]);
