import type { VendorClient } from '#cloud/client.ts';
import type { CardButton } from '#engine/outbox/card-button.ts';
import type { Outbox } from '#engine/outbox/outbox.ts';
import type { Base } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/lib/logger.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { PolicyStore } from '#policy/file/policy-store.ts';
import type { AlertSource, TextReference } from './feed/source.ts';
import type { Watch } from './watch/watch.ts';

export interface AlertsDeps extends Pick<Base, 'database' | 'jobs' | 'clock' | 'ids' | 'log'> {
  readonly outbox: Outbox;
  readonly policy: PolicyStore;
  readonly vendor: VendorClient;
  readonly sources: readonly AlertSource[];
  readonly cardButtons: readonly CardButton[];
}

/** Called once when a feed cannot be read any more (with the code), and once when it can be again (without), in that transaction. */
export type StalledListener = (trx: Trx, feed: string, code: string | undefined) => Promise<void>;
/** Called when the layer itself changes a watch's state: it is reachable again, its pause has ended, its feed is stalled or recovered, or was polled first, or an incident on its card has changed. */
export type WatchListener = (trx: Trx, watch: Watch) => Promise<void>;

/** Called with an incident that has changed; `resolved` where this ended it. */
export type IncidentListener = (
  trx: Trx,
  incident: { readonly id: string; readonly resolved: boolean },
) => Promise<void>;

/** What the parts of the layer share. */
export interface AlertsContext extends AlertsDeps {
  source(name: string): AlertSource | undefined;
  readonly stalledListeners: StalledListener[];
  readonly watchListeners: WatchListener[];
  readonly incidentListeners: IncidentListener[];
}

export const createAlertsContext = (deps: AlertsDeps): AlertsContext => {
  const byName = new Map(deps.sources.map((source) => [source.name, source]));
  return {
    ...deps,
    source: (name) => byName.get(name),
    stalledListeners: [],
    watchListeners: [],
    incidentListeners: [],
  };
};

/** Why a watch's filter excludes an incident. The stored filter is parsed like every row. */
export const filterExclusion = (source: AlertSource, { filter }: Watch, item: unknown): TextReference | undefined =>
  source.exclusionReason(source.filter.parse(filter), item);

export const notifyChanged = async ({ watchListeners }: AlertsContext, trx: Trx, watch: Watch): Promise<void> => {
  for (const listener of watchListeners) await listener(trx, watch);
};

/** Reads a stored row. A row that cannot be read (damaged, or written by another version) is logged and left out. */
export const readRow = async <T>(log: Log, id: string, read: () => T | Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (error) {
    log.error('stored row not read', { reason: id, error });
    return undefined;
  }
};

/** Reads several rows, each by itself. */
export const readRows = async <Row, T>(
  log: Log,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  read: (row: Row) => T,
): Promise<T[]> => {
  const results: T[] = [];
  for (const row of rows) {
    const one = await readRow(log, idOf(row), () => ({ value: read(row) }));
    if (one) results.push(one.value);
  }
  return results;
};

/** Subject kind of the outbox: one incident's card in one channel. */
export const ALERT = 'alert';

export const alertSubject = (cardId: string): string => `${ALERT}:${cardId}`;
