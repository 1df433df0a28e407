import { iso } from '../../src/lib/clock.ts';
import { isQuiet, unfinished } from '../support/store-laws.ts';
import type { Fleet } from './fleet/fleet.ts';

/** How time goes meanwhile. */
export interface Pace {
  /** Milliseconds of each nudge; 700 when absent. */
  readonly nudgeMs?: number;
  /** Time stands while a message is on its way: a bot whose call is too old hangs up, and so loses an answer by itself. */
  readonly gently?: boolean;
  /** Nothing more is waited for once this holds. */
  readonly over?: () => boolean;
}

const NUDGE_MS = 700;
const PAUSE_MS = 120;

/** Waits until nothing is left to do; time goes faster meanwhile, so that holds and pauses are over soon. */
export const comeToRest = async (fleet: Fleet, pace: Pace = {}): Promise<void> => {
  let nudged = Date.now();
  const look = async (): Promise<boolean> => {
    if (pace.over?.() || (await fleet.inStore(isQuiet))) return true;
    if (Date.now() - nudged > PAUSE_MS && !(pace.gently && (await isSending(fleet)))) {
      nudged = Date.now();
      await fleet.advance(pace.nudgeMs ?? NUDGE_MS);
    }
    return false;
  };
  await fleet.until('everything at rest', look).catch(async (error: Error) => {
    const left = await fleet.inStore(unfinished);
    throw new Error(`${error.message}; at ${iso(fleet.now())}: ${left.join(' | ')}`);
  });
};

const isSending = async (fleet: Fleet): Promise<boolean> => {
  const held = await fleet.inStore((db) =>
    db.selectFrom('deliveries').select('id').where('lease_until', '>', iso(fleet.now())).executeTakeFirst(),
  );
  return held !== undefined;
};
