import type { Ids } from '../../lib/ids.ts';
import type { Database } from '../../storage/database.ts';
import type { Faults } from './faults/faults.ts';
import type { Identity } from './identities.ts';
import type { MovableClock } from './movable-clock.ts';
import type { OperationId } from './operation-ids.ts';
import type { Directory } from './story/directory.ts';
import type { Places } from './story/places.ts';
import type { VendorTables } from './tables.ts';

export type Namespace = 'Vendor' | 'Microsoft';

/** What every handler may use: the state, the story's fixed facts, time, ids and the switches. */
export interface World {
  readonly namespace: Namespace;
  readonly store: Database<VendorTables>;
  readonly places: Places;
  readonly directory: Directory;
  readonly clock: MovableClock;
  readonly ids: Ids;
  readonly faults: Faults;
  /** How long a written row stays out of the lists, in milliseconds. */
  readonly listLagMs: number;
}

/** One request to the vendor, checked for identity and version, its path decoded. */
export interface Call {
  readonly world: World;
  readonly operation: OperationId;
  readonly caller: Identity;
  /** `{scope}` and the other words in braces of the operation's path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Path and query as they came, for the address of the next page. */
  readonly target: string;
  /** `http://` and the Host that the request named. */
  readonly origin: string;
  readonly bodyText: string;
  /** The JSON body; undefined where there is none. */
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One operation of the vendor. `{ns}` in the path is the namespace word, `{scope}` any number of segments, other braces one. */
export interface SandboxOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The api-versions that are taken; the first is the documents' one. */
  readonly versions: readonly string[];
  /** What the caller must be allowed to, and which of the two rate limits counts. */
  readonly access: 'read' | 'write';
  readonly handle: (call: Call) => Promise<Answer>;
}
