import { iso } from '../src/platform/lib/clock.ts';
import { isIdle, isWorking, pendingWork } from '../test/support/store-invariants.ts';
import type { Cluster } from './cluster/cluster.ts';

/** How time goes meanwhile. */
export interface Pace {
  /** Milliseconds of each nudge; 700 when absent. */
  readonly nudgeMs?: number;
  /** Time stands while a job or a message is in hand: a bot whose call is too old hangs up, and so loses an answer by itself. */
  readonly gently?: boolean;
  /** Nothing more is waited for once this holds. */
  readonly over?: () => boolean;
}

const NUDGE_MS = 700;
const PAUSE_MS = 120;

/** Waits until nothing is left to do; time goes faster meanwhile, so that holds and pauses are over soon. */
export const waitUntilIdle = async (cluster: Cluster, pace: Pace = {}): Promise<void> => {
  let nudged = Date.now();
  const look = async (): Promise<boolean> => {
    if (pace.over?.() || (await cluster.inStore(isIdle))) return true;
    if (
      Date.now() - nudged > PAUSE_MS &&
      !(pace.gently && (await cluster.inStore((db) => isWorking(db, cluster.now()))))
    ) {
      nudged = Date.now();
      await cluster.advance(pace.nudgeMs ?? NUDGE_MS);
    }
    return false;
  };
  await cluster.until('everything at rest', look).catch(async (error: Error) => {
    const left = await cluster.inStore(pendingWork);
    throw new Error(`${error.message}; at ${iso(cluster.now())}: ${left.join(' | ')}`);
  });
};
