import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AnyOperation } from '../../src/api/operation.ts';
import type { Namespace } from '../../src/api/services/profile.ts';
import type { Fault } from '../../src/sandbox/vendor/faults/fault.ts';
import { codeOf } from './exchange.ts';

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
  /** What the client makes of it. */
  readonly reads: {
    readonly code: string;
    readonly text: string;
    readonly arrived: string;
    readonly failedRules?: readonly string[];
  };
  /** How the sandbox is brought to say it: a switch, another caller, another request, an earlier one. */
  readonly sandbox: {
    readonly fault?: Fault;
    /** Names of the credential's values in `/__sandbox/info`, as in `credentialOf`. */
    readonly token?: string;
    readonly request?: Partial<FixtureRequest>;
    readonly before?: Partial<FixtureRequest>;
  };
}

/** One operation as the documents show it, in the neutral names, with ids that the sandbox's story knows. */
export interface Fixture {
  readonly operation: string;
  readonly section: string;
  /** What a feature hands to the client. */
  readonly input: unknown;
  readonly request: FixtureRequest;
  readonly answer: FixtureAnswer;
  /** What the client hands back; a list's items. */
  readonly reads: unknown;
  /** Beside those that every operation of its service shares; long ones stand in `<operation>.errors.json`. */
  readonly errors: readonly FixtureError[];
}

const folder = join(import.meta.dirname, '../fixtures/vendor');
const files = new Map(globSync('*/*.json', { cwd: folder }).map((file) => [basename(file, '.json'), file]));
const COMMON = 'common/';
const ERRORS = '.errors';

export const fixtureNames: readonly string[] = [...files].flatMap(([name, file]) =>
  file.startsWith(COMMON) || name.endsWith(ERRORS) ? [] : [name],
);

const codeWithStatus = ({ status, body }: FixtureError): string => `${status} ${codeOf(body)}`;

/**
 * The fixture in the names of a profile, with the errors of its service that it does not tell in its own way.
 * @throws Error when the operation has none
 */
export const loadFixture = ({ id, credential }: AnyOperation, namespace: Namespace): Fixture => {
  const file = files.get(id);
  if (file === undefined) throw new Error(`the operation ${id} has no fixture`);
  const apart = files.get(id + ERRORS);
  const { errors, ...fixture } = read(file, namespace) as Fixture;
  const specific = apart === undefined ? errors : (read(apart, namespace) as readonly FixtureError[]);
  const common = read(`${COMMON}${credential}.json`, namespace) as readonly FixtureError[];
  const own = new Set(specific.map(codeWithStatus));
  return { ...fixture, errors: [...common.filter((error) => !own.has(codeWithStatus(error))), ...specific] };
};

const read = (file: string, namespace: Namespace): unknown => {
  const text = readFileSync(join(folder, file), 'utf8');
  const words = namespace === 'Microsoft' ? microsoftWords : [];
  const named = words.reduce((all, [neutral, theirs]) => all.replaceAll(neutral, theirs), text);
  return JSON.parse(named, renameOurs);
};

/** The whole profile (vendor-facts section 1). */
const microsoftWords = [
  ['"Vendor.', '"Microsoft.'],
  ['/Vendor.', '/Microsoft.'],
  ['x-vendor-', 'x-ms-'],
  ['"enableVendorSupport"', '"enableMicrosoftSupport"'],
  ['"VendorFreeCredit"', '"AzureFreeCredit"'],
  ['"VendorCreditOffer"', '"AzureCreditOffer"'],
  ['vendortrans:', 'mstrans:'],
] as const;

/** Our own error codes begin with Vendor in either profile. */
const renameOurs = (key: string, value: unknown): unknown =>
  key === 'code' && typeof value === 'string' ? value.replace(/^Microsoft\./, 'Vendor.') : value;
