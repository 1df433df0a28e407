import type { Cluster } from '../cluster/cluster.ts';
import type { Proof } from '../proof.ts';
import { defineProof, type World } from './define-proof.ts';
import { shuffled } from './dice.ts';

interface KillPoint {
  readonly name: string;
  readonly where: string;
  /** What must hold after the restart, for people who read of a violation. */
  readonly then?: string;
}

/** Where a bot is killed at one point in each run. */
export interface KillWorld<Point> extends World {
  /** @param meanwhile what happens while the bot is dead; nothing when absent @returns what does not hold, in words */
  run(run: number, point: Point, meanwhile?: (cluster: Cluster) => Promise<void>): Promise<readonly string[]>;
}

interface Definition<Point> extends Pick<Proof, 'name' | 'says' | 'runs'> {
  /** In the order of the story. */
  readonly points: readonly Point[];
  /** The names of those that the short tier has. */
  readonly few: readonly string[];
  open(databaseUrl: string, seed: number): Promise<KillWorld<Point>>;
}

/** A proof that the bot is killed at each of these moments, where something could be lost or done twice. */
export const defineKillProof = <Point extends KillPoint>(definition: Definition<Point>): Proof => {
  const { points, few, open, ...identity } = definition;
  const proofAt = (some: readonly Point[]): Proof =>
    defineProof({
      ...identity,
      // Each point comes on every store before it comes again.
      plan: (_dice, run, seed, { stores }) =>
        shuffled(some, seed)[Math.floor((run - 1) / stores) % some.length] as Point,
      at: ({ name, where, then = '' }) => `${name} ${where} ${then}`,
      world: ({ url }, _kind, seed) => open(url, seed),
      runsEach: points.length,
      evidence: (world, point, run) => world.run(run, point),
      laws: { 'nothing is lost or done twice': (wrong) => wrong },
    });
  const smaller = proofAt(points.filter(({ name }) => few.includes(name)));
  return { ...proofAt(points), short: { runs: few.length, seed: 3, on: 'sqlite', smaller } };
};
