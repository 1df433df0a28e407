import type { Jobs } from '../jobs/jobs.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { Log } from '../lib/logger.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PolicyStore } from '../policy/store.ts';
import type { Database, Trx } from '../storage/database.ts';
import type { VendorClient } from '../vendor/client.ts';
import type { Offer } from './offer.ts';
import type { AlertSource } from './source.ts';

export interface AlertsDeps {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly jobs: Jobs;
  readonly policy: PolicyStore;
  readonly vendor: VendorClient;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly sources: readonly AlertSource[];
  readonly offers: readonly Offer[];
}

/** A feed can't be read, or can be again: told once each, in the transaction that notes it. */
export type StalledListener = (trx: Trx, feed: string, code: string | undefined) => Promise<void>;

/** What the parts of the layer share. */
export interface Core extends AlertsDeps {
  source(name: string): AlertSource | undefined;
  readonly stalled: StalledListener[];
}

export const createCore = (deps: AlertsDeps): Core => {
  const byName = new Map(deps.sources.map((source) => [source.name, source]));
  return { ...deps, source: (name) => byName.get(name), stalled: [] };
};
