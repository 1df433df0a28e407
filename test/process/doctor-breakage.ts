import type { Instead } from '../support/sandbox-cloud.ts';
import type { DoctorWorld, Settings } from './doctor-world.ts';

/** One thing that is broken, and all that the report says of it. */
export interface Breakage {
  readonly own?: Settings | ((world: DoctorWorld) => Settings | Promise<Settings>);
  readonly instead?: Instead;
  /** How far the servers' clocks are ahead. */
  readonly aheadMs?: number;
  /** `check: text` */
  readonly fails: readonly string[];
  /** The checks that were not done, by the one that failed. */
  readonly unchecked?: Readonly<Record<string, readonly string[]>>;
}

/** This answer to requests of which host and path have these words. */
export const answering =
  (words: string, status: number, body: unknown): Instead =>
  ({ host, path, body: sent }) =>
    `${host}${path} ${sent}`.includes(words) ? { status, body } : undefined;

export const refusing = (words: string, status: number, code: string, message = 'No.'): Instead =>
  answering(words, status, { error: { code, message } });

export const notSignedIn = (words: string, number: number): Instead =>
  answering(words, 401, {
    error: 'invalid_client',
    error_description: `AADSTS${number}: canary-description`,
    error_codes: [number],
    trace_id: '0f1e2d3c-trace',
    correlation_id: '9a8b7c6d-correlation',
  });
