import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Fault } from '../../src/sandbox/vendor/faults/fault.ts';
import type { Namespace } from '../../src/vendor/profile.ts';

export interface FixtureRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface FixtureAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface FixtureError extends FixtureAnswer {
  readonly body: { readonly error: { readonly code: string; readonly message: string } };
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
    readonly token?: 'app' | 'reader';
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
  readonly errors: readonly FixtureError[];
}

const folder = join(import.meta.dirname, '../fixtures/vendor');
const files = new Map(globSync('*/*.json', { cwd: folder }).map((file) => [basename(file, '.json'), file]));

export const fixtureNames: readonly string[] = [...files.keys()];

/** The fixture in the names of a profile. @throws Error when the operation has none */
export const loadFixture = (operation: string, namespace: Namespace): Fixture => {
  const file = files.get(operation);
  if (file === undefined) throw new Error(`the operation ${operation} has no fixture`);
  const text = readFileSync(join(folder, file), 'utf8');
  return JSON.parse(text.replaceAll('"Vendor.', `"${namespace}.`).replaceAll('/Vendor.', `/${namespace}.`), renameOurs);
};

/** Our own error codes begin with Vendor in either profile. */
const renameOurs = (key: string, value: unknown): unknown =>
  key === 'code' && typeof value === 'string' ? value.replace(/^Microsoft\./, 'Vendor.') : value;
