import type { Cluster } from '../cluster/cluster.ts';
import type { Proof } from '../proof.ts';
import { type Environment, proveOnStores } from '../prove-on-stores.ts';
import { shuffled } from '../run-on-stores.ts';

interface KillPoint {
  readonly name: string;
  readonly where: string;
  /** What must hold after the restart, for people who read of a violation. */
  readonly then?: string;
}

/** How a world is set up in which the bot is killed. */
export interface KillOptions<Point> {
  readonly seed: number;
  readonly pointOf: (run: number) => Point;
  /** What happens while the bot is dead: for the test which shows that the proof can fail. */
  readonly meanwhile?: (cluster: Cluster) => Promise<void>;
}

interface Definition<Point> extends Pick<Proof, 'name' | 'says' | 'runs'> {
  /** In the order of the story. */
  readonly points: readonly Point[];
  /** The names of those that the short tier has. */
  readonly few: readonly string[];
  open(databaseUrl: string, options: KillOptions<Point>): Promise<Environment>;
}

/** A proof that the bot is killed at each of these moments, where something could be lost or done twice. */
export const defineKillProof = <Point extends KillPoint>(definition: Definition<Point>): Proof => {
  const { points, few, open, ...identity } = definition;
  const proveAt = (some: readonly Point[]): Pick<Proof, 'prove'> => ({
    prove(options) {
      const { seed, stores } = options;
      const order = shuffled(some, seed);
      // Each point comes on every store before it comes again.
      const pointOf = (run: number) => order[Math.floor((run - 1) / stores.length) % order.length] as Point;
      return proveOnStores(options, {
        runsPerEnvironment: points.length,
        at(run, kind) {
          const { name, where, then = '' } = pointOf(run);
          return `${kind} ${name} ${where} ${then}`;
        },
        open: ({ url }) => open(url, { seed, pointOf }),
      });
    },
  });
  const smaller = proveAt(points.filter(({ name }) => few.includes(name)));
  return { ...identity, ...proveAt(points), short: { runs: few.length, seed: 3, on: 'sqlite', smaller } };
};
