import type { VendorClient } from '../api/client.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { Log } from '../lib/logger.ts';
import type { CardButton } from '../outbox/card-button.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PolicyStore } from '../policy/file/policy-store.ts';
import type { Database, Trx } from '../storage/database.ts';
import type { AlertSource, Said } from './feed/source.ts';
import type { Watch } from './watch/watch.ts';

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
  readonly cardButtons: readonly CardButton[];
}

/** A feed, as people call it, can't be read, or can be again: told once each, in the transaction that notes it. */
export type StalledListener = (trx: Trx, feed: string, code: string | undefined) => Promise<void>;
/** A watch stands otherwise without anybody's doing: it hears again, its feed can't be read or can be again, or was read for the first time and so many incidents fit. */
export type WatchListener = (trx: Trx, watch: Watch, open: number | undefined) => Promise<void>;

/** What the parts of the layer share. */
export interface AlertsCore extends AlertsDeps {
  source(name: string): AlertSource | undefined;
  readonly stalled: StalledListener[];
  readonly changed: WatchListener[];
}

export const createAlertsCore = (deps: AlertsDeps): AlertsCore => {
  const byName = new Map(deps.sources.map((source) => [source.name, source]));
  return {
    ...deps,
    source: (name) => byName.get(name),
    stalled: [],
    changed: [],
  };
};

/** Why a watch's own filter leaves an incident out; what is stored of the filter is read like everything from a row. */
export const leftOutBy = (source: AlertSource, { filter }: Watch, item: unknown): Said | undefined =>
  source.leavesOut(source.filter.parse(filter), item);

/** How many of these the watch shows. */
export const countFitting = (
  source: AlertSource,
  watch: Watch,
  alerts: readonly { readonly item: unknown }[],
): number => alerts.filter(({ item }) => leftOutBy(source, watch, item) === undefined).length;

export const tellChanged = async ({ changed }: AlertsCore, trx: Trx, watch: Watch, open?: number): Promise<void> => {
  for (const listener of changed) await listener(trx, watch, open);
};
