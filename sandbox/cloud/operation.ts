import type { IncomingHttpHeaders } from 'node:http';
import type { Ids } from '../../src/platform/lib/ids.ts';
import type { Database } from '../../src/platform/storage/database.ts';
import type { Faults } from './faults/faults.ts';
import type { Caller } from './identities.ts';
import type { MovableClock } from './state.ts';
import type { Directory } from './story/directory.ts';
import type { Places } from './story/places.ts';
import type { VendorTables } from './tables.ts';

export type Namespace = 'Vendor' | 'Microsoft';

/** What every handler may use: store, places, directory, clock, ids and faults. */
export interface World {
  readonly namespace: Namespace;
  readonly store: Database<VendorTables>;
  readonly places: Places;
  readonly directory: Directory;
  readonly clock: MovableClock;
  readonly ids: Ids;
  readonly faults: Faults;
  /** Lag of the lists behind the store, in milliseconds. */
  readonly listLagMs: number;
  /** How long an assignment must be in force before it can be removed, in milliseconds. */
  readonly minimumActiveMs: number;
  /** Duration of long-running operations, in milliseconds of the sandbox's clock. */
  readonly longMs: number;
}

/** One request to the vendor after the checks of its caller and version, with a decoded path. */
export interface Call {
  readonly world: World;
  /** Operation id, as in the handler table. */
  readonly operation: string;
  readonly caller: Caller;
  /** The values of the parameters in the operation's path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The unchanged path and query, for the address of the next page. */
  readonly target: string;
  /** `http://` and the request's Host. */
  readonly origin: string;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly bodyText: string;
  /** The JSON body; undefined without a body. */
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The documented form of an error body. */
export type Envelope = (refusal: Refusal) => unknown;

/**
 * One operation of the vendor. In the path `{ns}` is the namespace, `{scope}` any number of segments at its beginning, and
 * every other parameter one segment.
 */
export interface SandboxOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The accepted api-versions; the first is the documented one. */
  readonly versions: readonly string[];
  /** The rate limit that counts the request; by the method when absent. */
  readonly access?: 'read' | 'write';
  /** The required right, with `{ns}` for the namespace. */
  readonly action: string;
  /** The form of its errors; nested when absent. */
  readonly envelope?: Envelope;
  readonly handle: (call: Call) => Promise<Answer>;
}

/** The rate limit that counts a request of the operation. */
export const accessOf = ({ access, method }: SandboxOperation): 'read' | 'write' =>
  access ?? (method === 'GET' ? 'read' : 'write');

/** More documented fields of an error, beside code and message. */
interface RefusalExtras {
  readonly target?: string;
  readonly details?: readonly unknown[];
  readonly additionalInfo?: readonly unknown[];
}

/** An error that the vendor returns. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly extras: RefusalExtras;

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    extras: RefusalExtras = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.extras = extras;
  }
}

/** `{error: {code, message, …}}`: most management errors (docs/sources.md, Errors and limits). */
export const nested: Envelope = ({ code, message, extras }) => ({ error: { code, message, ...extras } });
