import { randomUUID } from 'node:crypto';
import { DAY, iso } from '../../../src/lib/clock.ts';
import { randomIds } from '../../../src/lib/ids.ts';
import { silentLog } from '../../../src/lib/logger.ts';
import {
  createVendorSandbox,
  type VendorSandbox,
  type VendorSandboxOptions,
} from '../../../src/sandbox/vendor/vendor-sandbox.ts';
import { cloud } from '../../../src/sandbox/world.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';

export const start = Date.UTC(2026, 2, 2, 9);
export const production = `/subscriptions/${cloud.subscriptions.production.id}`;
export const ledger = `${production}/resourceGroups/${cloud.resourceGroups.ledger}`;
export const appToken = 'Bearer sandbox-standing-token-app';
export const readerToken = 'Bearer sandbox-standing-token-reader';

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Item & {
    readonly value: readonly Item[];
    readonly nextLink?: string;
    readonly error: { readonly code: string; readonly message: string };
  };
}

interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A running sandbox with a clock that the test moves and plain fetch in front: nothing of the product's client. */
export interface Running {
  readonly sandbox: VendorSandbox;
  readonly time: ManualClock;
  send(path: string, sending?: Sending): Promise<Reply>;
  /** GET of one page; the path has its api-version already. */
  get(path: string): Promise<Reply>;
  /** Every item of a list, page by page. */
  all(path: string): Promise<readonly Item[]>;
  request(body: unknown, options?: { readonly name?: string; readonly scope?: string }): Promise<Reply>;
}

const open = new Set<VendorSandbox>();

/** Ends every sandbox of the test file; hand it to afterEach or afterAll. */
export const stopAll = async (): Promise<void> => {
  const ending = [...open];
  open.clear();
  await Promise.all(ending.map((sandbox) => sandbox.stop()));
};

export const stop = async ({ sandbox }: Running): Promise<void> => {
  open.delete(sandbox);
  await sandbox.stop();
};

export const startSandbox = async (options: Partial<VendorSandboxOptions> = {}): Promise<Running> => {
  const time = createManualClock(start);
  const sandbox = await createVendorSandbox({
    port: 0,
    namespace: 'Vendor',
    store: 'sqlite::memory:',
    clock: time,
    ids: randomIds,
    log: silentLog,
    anyPrincipal: false,
    listLagMs: 0,
    ...options,
  });
  await sandbox.start();
  open.add(sandbox);
  const send: Running['send'] = async (path, { method = 'GET', headers = {}, body } = {}) => {
    const response = await fetch(path.startsWith('http') ? path : `${sandbox.url}${path}`, {
      method,
      headers: {
        authorization: appToken,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = (text === '' ? undefined : JSON.parse(text)) as Reply['body'];
    return { status: response.status, headers: response.headers, body: answer };
  };
  const get: Running['get'] = (path) => send(path);
  const all: Running['all'] = async (path) => {
    const { body } = await get(path);
    return body.nextLink === undefined ? body.value : [...body.value, ...(await all(body.nextLink))];
  };
  const request: Running['request'] = (body, { name = randomUUID(), scope = ledger } = {}) =>
    send(requestPath(name, scope), { method: 'PUT', body });
  return { sandbox, time, send, get, all, request };
};

export const requestPath = (name: string, scope: string): string =>
  `${scope}/providers/Vendor.Authorization/roleEligibilityScheduleRequests/${name}?api-version=2020-10-01`;

/** Address of one of the two eligibility lists. */
export const listPath = (
  collection: 'roleEligibilitySchedules' | 'roleEligibilityScheduleInstances',
  scope = ledger,
  filter?: string,
): string =>
  `${scope}/providers/Vendor.Authorization/${collection}?api-version=2020-10-01` +
  (filter === undefined ? '' : `&$filter=${encodeURIComponent(filter)}`);

export const definitionId = (role: keyof typeof cloud.roles): string =>
  `${production}/providers/Vendor.Authorization/roleDefinitions/${cloud.roles[role].id}`;

interface GrantTerms {
  readonly role?: keyof typeof cloud.roles;
  readonly principal: string;
  readonly startsAt?: number;
  readonly days?: number;
}

/** The documents' body of a grant that keeps every rule of its role; `more` adds to or replaces its properties. */
export const grantBody = (
  { role = 'reader', principal, startsAt = start, days = 1 }: GrantTerms,
  more: Readonly<Record<string, unknown>> = {},
): unknown => ({
  Properties: {
    RoleDefinitionId: definitionId(role),
    PrincipalId: principal,
    RequestType: 'AdminAssign',
    Justification: 'Ledger release 42',
    TicketInfo: { TicketNumber: 'CHG-1', TicketSystem: 'Desk' },
    ScheduleInfo: {
      StartDateTime: iso(startsAt),
      Expiration: { Type: 'AfterDuration', EndDateTime: null, Duration: `P${days}D` },
    },
    ...more,
  },
});

export const removalBody = (
  { role = 'reader', principal }: Pick<GrantTerms, 'role' | 'principal'>,
  more: Readonly<Record<string, unknown>> = {},
): unknown => ({
  Properties: {
    RoleDefinitionId: definitionId(role),
    PrincipalId: principal,
    RequestType: 'AdminRemove',
    Justification: 'No longer needed',
    TicketInfo: { TicketNumber: 'CHG-2', TicketSystem: 'Desk' },
    ...more,
  },
});

/** Schedule info of a grant with another expiration. */
export const expiring = (expiration: unknown, startsAt = start): unknown => ({
  StartDateTime: iso(startsAt),
  ...(expiration === undefined ? {} : { Expiration: expiration }),
});

export const inDays = (days: number): number => start + days * DAY;
