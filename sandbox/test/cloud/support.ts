import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { DAY, iso } from '../../../src/platform/lib/clock.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { silentLog } from '../../../src/platform/lib/logger.ts';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';
import type { Fault } from '../../cloud/faults/faults.ts';
import { createVendorSandbox, type VendorSandbox, type VendorSandboxOptions } from '../../cloud/vendor-sandbox.ts';
import { cloud, people } from '../../world.ts';

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

/** A running sandbox with a manual clock, called by plain fetch and not by the product's client. */
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

/** Stops every sandbox of the test file; for afterEach or afterAll. */
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
    minimumActiveMs: 0,
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
    const said = await response.text();
    const answer = (said === '' ? undefined : JSON.parse(said)) as Reply['body'];
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

/** The sandbox that runs at the moment of a call. */
const running = (begin: typeof beforeEach, end: typeof afterEach, options?: Partial<VendorSandboxOptions>): Running => {
  let now: Running;
  begin(async () => {
    now = await startSandbox(options);
  });
  end(stopAll);
  return {
    get sandbox() {
      return now.sandbox;
    },
    get time() {
      return now.time;
    },
    send: (path, sending) => now.send(path, sending),
    get: (path) => now.get(path),
    all: (path) => now.all(path),
    request: (body, options) => now.request(body, options),
  };
};

/** A sandbox of its own for each test of the file; every other one that a test starts is stopped with it. */
export const useSandbox = (options?: Partial<VendorSandboxOptions>): Running => running(beforeEach, afterEach, options);

/** One sandbox for all tests of the file that only read; every other one that a test starts is stopped at the end. */
export const useSharedSandbox = (): Running => running(beforeAll, afterAll);

/** Status and code of a refusal. */
export const failed = ({ status, body }: Reply): unknown => [status, body.error?.code];

/** A row of a table: status and code that are expected, the address, and how it is asked; a fault counts once. */
export type Row = readonly [expected: string, path: string, sending?: Sending & { readonly fault?: Fault }];

/** Asks row by row, and lists every answer that has another status or code than its row says. */
export const expectAnswers = async (
  { sandbox, send }: Running,
  rows: Readonly<Record<string, Row>>,
  common: Sending = {},
): Promise<void> => {
  const found: Record<string, string> = {};
  for (const [what, [, path, { fault, ...own } = {}]] of Object.entries(rows)) {
    if (fault) sandbox.faults.set({ ...fault, count: 1 });
    const { status, body } = await send(path, { ...common, ...own });
    const code = body?.error?.code ?? (body as Partial<Reply['body']['error']> | undefined)?.code;
    found[what] = code === undefined ? String(status) : `${status} ${code}`;
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(rows).map(([what, [expected]]) => [what, expected])));
};

/** GET of a control route, or POST when there is a body. */
export const control = async ({ send }: Running, path: string, body?: unknown) => {
  const reply = await send(`/__sandbox/${path}`, body === undefined ? {} : { method: 'POST', body });
  return { ...reply, body: reply.body as unknown as Readonly<Record<string, unknown>> };
};

interface Wire {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer to a request whose headers fetch would not send, as Host. */
export const answerWith = async (address: string, { method = 'GET', headers, body = '' }: Wire) => {
  const request = httpRequest(address, { method, headers }).end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, text: await text(response) };
};

export const requestPath = (name: string, scope: string): string =>
  `${scope}/providers/Vendor.Authorization/roleEligibilityScheduleRequests/${name}?api-version=2020-10-01`;

/** Ana, the principal of most grants, and the GUID of a request. */
export const ana = people.ana.objectId;
export const requestName = '64caffb6-55c0-4deb-a585-68e948ea1ad6';
export const managementGroup = `/providers/Vendor.Management/managementGroups/${cloud.managementGroup}`;

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

/** Ana's direct grants at a scope, as a list shows them. */
export const anasGrants = (
  { all }: Running,
  collection: Parameters<typeof listPath>[0] = 'roleEligibilitySchedules',
  scope = ledger,
): Promise<readonly Item[]> => all(listPath(collection, scope, `principalId eq '${ana}' and atScope()`));

interface GrantTerms {
  readonly role?: keyof typeof cloud.roles;
  readonly principal?: string;
  readonly startsAt?: number;
  readonly days?: number;
}

/** The documented body of a grant that its role's policy allows. @param more properties to add or replace */
export const grantBody = (
  { role = 'reader', principal = ana, startsAt = start, days = 1 }: GrantTerms = {},
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
  { role = 'reader', principal = ana }: Pick<GrantTerms, 'role' | 'principal'> = {},
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
