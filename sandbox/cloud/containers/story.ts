import { demoData } from '../demo-data.ts';
import type { Namespace } from '../operation.ts';
import type { Places } from '../story/places.ts';
import { readGroupBody } from './group-body.ts';
import { keyOf } from './groups.ts';
import type { GroupOutcome, GroupRow } from './tables.ts';

interface Line {
  readonly in: 'ledger' | 'gateway';
  readonly name: string;
  readonly ago: number;
  /** Absent while it runs. */
  readonly took?: number;
  readonly outcome?: GroupOutcome;
  readonly body: unknown;
}

/** The container groups of the demo data. */
export const demoGroups = (namespace: Namespace, places: Places, now: number): GroupRow[] => {
  const names = { ledger: places.ledger.path, gateway: places.gateway.path, ns: namespace };
  return demoData<readonly Line[]>('containers/story.json', names).map(
    ({ in: group, name, ago, took, outcome = 'Running', body }) => ({
      key: keyOf(places[group].path, name),
      resource_group: places[group].path,
      name,
      body: JSON.stringify(readGroupBody(body)),
      digest: '',
      changed_at: now - ago,
      settles_at: took === undefined ? null : now - ago + took,
      outcome,
    }),
  );
};
