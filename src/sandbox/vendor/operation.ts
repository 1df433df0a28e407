import type { IncomingHttpHeaders } from 'node:http';
import type { Ids } from '../../lib/ids.ts';
import type { Database } from '../../storage/database.ts';
import type { Faults } from './faults/faults.ts';
import type { Caller } from './identities.ts';
import type { MovableClock } from './movable-clock.ts';
import type { Refusal } from './refusal.ts';
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
  /** How long long-running operations take, in milliseconds of the sandbox's clock. */
  readonly longMs: number;
}

/** One request to the vendor, checked for identity and version, its path decoded. */
export interface Call {
  readonly world: World;
  /** Its name in the handler table. */
  readonly operation: string;
  readonly caller: Caller;
  /** `{scope}` and the other words in braces of the operation's path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Path and query as they came, for the address of the next page. */
  readonly target: string;
  /** `http://` and the Host that the request named. */
  readonly origin: string;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly bodyText: string;
  /** The JSON body; undefined where there is none. */
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The error body of a document: what it makes of a refusal. */
export type Envelope = (refusal: Refusal) => unknown;

/**
 * One operation of the vendor. `{ns}` in the path is the namespace word, `{scope}` at its beginning any number of segments,
 * other braces one.
 */
export interface SandboxOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The api-versions that are taken; the first is the documents' one. */
  readonly versions: readonly string[];
  /** Which of the two rate limits counts. */
  readonly access: 'read' | 'write';
  /** What the caller must be allowed to, `{ns}` standing for the namespace word. */
  readonly action: string;
  /** How its errors look; the nested form when absent. */
  readonly envelope?: Envelope;
  readonly handle: (call: Call) => Promise<Answer>;
}
