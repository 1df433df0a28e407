import { cloud } from '../../world.ts';
import { type Item, ledger, production, type Running, useSharedSandbox } from './support.ts';

/** One sandbox for all tests of the file that only read, as often as they like. */
export const useHealth = (): Running => {
  const running = useSharedSandbox();
  beforeAll(() => running.sandbox.faults.set({ kind: 'no-rate-limit' }));
  return running;
};

export const events = '/providers/Vendor.ResourceHealth/events';
export const vault = `${ledger}/providers/Vendor.KeyVault/vaults/kv-ledger`;
export const database = `${ledger}/providers/Vendor.Sql/servers/sql-ledger/databases/ledger`;
export const staging = `/subscriptions/${cloud.subscriptions.staging.id}`;

export interface ListQuery {
  readonly filter?: string;
  readonly since?: string;
  readonly version?: string;
}

export const eventsPath = (place = production, { filter, since, version = '2025-04-01' }: ListQuery = {}): string =>
  `${place}${events}?api-version=${version}` +
  (filter === undefined ? '' : `&$filter=${encodeURIComponent(filter)}`) +
  (since === undefined ? '' : `&queryStartTime=${encodeURIComponent(since)}`);

export const resourceEventsPath = (resource = vault, filter?: string): string =>
  eventsPath(resource, { version: '2025-05-01', ...(filter !== undefined && { filter }) });

export const eventPath = (name: string, version = '2025-05-01'): string =>
  `${production}${events}/${name}?api-version=${version}`;

export const detailsPath = (name: string, version = '2025-05-01'): string =>
  `${production}${events}/${name}/fetchEventDetails?api-version=${version}`;

export const names = (items: readonly Item[]): readonly string[] => items.map(({ name }) => name);

interface EventProperties {
  readonly status: string;
  readonly eventLevel: string;
  readonly lastUpdateTime: string;
  readonly impactMitigationTime?: string;
  readonly eventTags?: readonly string[];
  readonly priority: number;
  readonly updates?: readonly { readonly summary: string; readonly updateDateTime: string }[];
  readonly impact: readonly {
    readonly impactedRegions: readonly { readonly impactedRegion: string; readonly status: string }[];
  }[];
}
export const propertiesOf = (item: Item): EventProperties => item.properties as unknown as EventProperties;
export const regionsOf = (item: Item): readonly string[] =>
  (propertiesOf(item).impact[0]?.impactedRegions ?? []).map((region) => `${region.impactedRegion} ${region.status}`);
