import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AnyOperation } from '#cloud/operation.ts';
import type { Namespace } from '#platform/config/vendor-settings.ts';
import type { Fault } from '../../sandbox/cloud/faults/faults.ts';
import { codeOf } from './exchange.ts';
import { mergePatch, type Patch } from './merge-patch.ts';

export interface FixtureRequest {
  readonly method: string;
  readonly path: string;
  /** A list stands for a parameter that is repeated. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface FixtureAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface FixtureError extends FixtureAnswer {
  /** The client's error. */
  readonly reads: {
    readonly code: string;
    readonly text: string;
    readonly arrived: string;
    readonly failedRules?: readonly string[];
  };
  /** What makes the sandbox return the error: a fault, another caller, another request, an earlier request. */
  readonly sandbox: {
    readonly fault?: Fault;
    /** Names of the credential's values in `/__sandbox/info`, as in `credentialOf`. */
    readonly token?: string;
    /** Differences from the operation's request. */
    readonly request?: Patch;
    readonly before?: Patch;
  };
}

/** One operation as documented, in the Vendor namespace, with ids of the sandbox's demo data. */
export interface Fixture {
  readonly operation: string;
  readonly section: string;
  /** The client's input. */
  readonly input: unknown;
  readonly request: FixtureRequest;
  /** Differences of an earlier request, without which the sandbox cannot give the answer. */
  readonly before?: Patch;
  readonly answer: FixtureAnswer;
  /** What the client returns; for a list, its items. */
  readonly reads: unknown;
  /** The errors of this operation; those of its whole service are in `common`. */
  readonly errors: readonly FixtureError[];
}

/** A request with an error's differences; without a body where they remove it. */
export const withChanges = (request: FixtureRequest, changes: Patch): FixtureRequest => ({
  ...request,
  body: null,
  ...(mergePatch(request, changes) as Partial<FixtureRequest>),
});

const folder = join(import.meta.dirname, '../fixtures/vendor');
const files = new Map(globSync('*/*.json', { cwd: folder }).map((file) => [basename(file, '.json'), file]));
const COMMON = 'common/';

export const fixtureNames: readonly string[] = [...files].flatMap(([name, file]) =>
  file.startsWith(COMMON) ? [] : [name],
);

const codeWithStatus = ({ status, body }: FixtureError): string => `${status} ${codeOf(body)}`;

/** A fixture as its file holds it: `reads` has only the differences from the answer's body, for a list those of each item. */
type FixtureFile = Omit<Fixture, 'reads'> & { readonly reads?: Patch | readonly Patch[] };

/** The client returns the fields of `properties` beside the other fields, at every depth. */
const withoutProperties = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutProperties);
  if (typeof value !== 'object' || value === null) return value;
  const { properties, ...rest } = value as { readonly properties?: object };
  const fields = { ...rest, ...properties };
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withoutProperties(field)]));
};

const readsOf = ({ answer, reads }: FixtureFile, isList: boolean): unknown => {
  if (answer.body === null) return undefined;
  const body = withoutProperties(answer.body);
  if (!isList) return mergePatch(body, reads ?? {});
  const { value } = body as { readonly value: readonly unknown[] };
  return value.map((item, index) => mergePatch(item, (reads as readonly Patch[] | undefined)?.[index] ?? {}));
};

/**
 * The fixture in the names of a profile, with the errors of its service that it does not replace by its own.
 * @throws Error when the operation has none
 */
export const loadFixture = ({ id, kind, credential }: AnyOperation, namespace: Namespace): Fixture => {
  const file = files.get(id);
  if (file === undefined) throw new Error(`the operation ${id} has no fixture`);
  const fixture = read(file, namespace) as FixtureFile;
  const common = read(`${COMMON}${credential}.json`, namespace) as readonly FixtureError[];
  const own = new Set(fixture.errors.map(codeWithStatus));
  const errors = [...common.filter((error) => !own.has(codeWithStatus(error))), ...fixture.errors];
  return { ...fixture, reads: readsOf(fixture, kind === 'list'), errors };
};

const read = (file: string, namespace: Namespace): unknown => {
  const text = readFileSync(join(folder, file), 'utf8');
  const words = namespace === 'Microsoft' ? microsoftWords : [];
  const named = words.reduce((all, [neutral, theirs]) => all.replaceAll(neutral, theirs), text);
  return JSON.parse(named, renameOurs);
};

/** The whole profile (docs/sources.md, The two sets of names). */
const microsoftWords = [
  ['"Vendor.', '"Microsoft.'],
  ['/Vendor.', '/Microsoft.'],
  ['x-vendor-', 'x-ms-'],
  ['"enableVendorSupport"', '"enableMicrosoftSupport"'],
  ['"VendorFreeCredit"', '"AzureFreeCredit"'],
  ['"VendorCreditOffer"', '"AzureCreditOffer"'],
  ['vendortrans:', 'mstrans:'],
] as const;

/** The client's own error codes begin with Vendor in both namespaces. */
const renameOurs = (key: string, value: unknown): unknown =>
  key === 'code' && typeof value === 'string' ? value.replace(/^Microsoft\./, 'Vendor.') : value;
