import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { compiled } from '../support/compiled.ts';

/**
 * `npm run sandbox:vendor -- --namespace Microsoft` as another program meets it, by plain fetch: what no published client in
 * `published-clients` asks for, and what only a process of its own shows.
 */
interface Info {
  readonly tokens: Readonly<Record<'app' | 'reader', string>>;
  readonly subscriptionId: string;
  readonly resourceGroup: string;
  readonly managementGroup: string;
  readonly resource: string;
  readonly principals: readonly string[];
  readonly roles: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}

/** The fields of all answers that the tests read. */
interface Body extends Partial<Problem> {
  readonly value: readonly unknown[];
  readonly nextLink?: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly error?: Problem;
  readonly subscriptionLink?: string;
}

interface Problem {
  readonly code: string;
  readonly message: string;
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

let child: ChildProcessWithoutNullStreams;
let base: string;
let info: Info;

beforeAll(async () => {
  const program = resolve(import.meta.dirname, '../../src/cli/sandbox-vendor.ts');
  const words = ['--disable-warning=ExperimentalWarning', program, '--port', '0', '--namespace', 'Microsoft'];
  child = spawn(process.execPath, words, { env: { ...process.env, ...compiled } });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  base = /http:\/\/127\.0\.0\.1:\d+/.exec(printed.toString())?.[0] ?? '';
  info = (await (await fetch(`${base}/__sandbox/info`)).json()) as Info;
});

afterAll(async () => {
  child.kill('SIGTERM');
  await once(child, 'close');
});

const ask = async (method: string, target: string, body?: unknown): Promise<Reply> => {
  const answer = await fetch(target.startsWith('http') ? target : base + target, {
    method,
    headers: {
      authorization: `Bearer ${info.tokens.app}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
};

const toTheEnd = async (target: string): Promise<{ pages: number; items: unknown[] }> => {
  const items: unknown[] = [];
  let pages = 0;
  for (let next: string | undefined = target; next; ) {
    const { body } = await ask('POST', next);
    items.push(...body.value);
    pages += 1;
    next = body.nextLink;
    if (next !== undefined && !next.startsWith(`${base}/`)) throw new Error(`a nextLink that is not absolute: ${next}`);
  }
  return { pages, items };
};

const subscription = (): string => `/subscriptions/${info.subscriptionId}`;
const group = (): string => `${subscription()}/resourceGroups/${info.resourceGroup}`;
const share = (): string => `${group()}/providers/Microsoft.DataShare/accounts/${info['dataShareAccount']}`;
const invoice = (account = String(info['billingAccount'])): string =>
  `/providers/Microsoft.Billing/billingAccounts/${encodeURIComponent(account)}/invoices/${info['invoice']}/transactions`;
const eligible = (): string => `${subscription()}/providers/Microsoft.Authorization/roleEligibilitySchedules`;

describe('a list has three pages or more with absolute nextLinks', () => {
  test.each<[string, () => string]>([
    ['synchronizations', () => `${share()}/shares/${info['share']}/listSynchronizations?api-version=2021-08-01`],
    [
      'source settings',
      () =>
        `${share()}/shareSubscriptions/${info['shareSubscription']}/listSourceShareSynchronizationSettings?api-version=2021-08-01`,
    ],
  ])('%s', async (_, target) => {
    const { pages, items } = await toTheEnd(target());
    const names = items.map((item) => JSON.stringify(item));
    expect(pages).toBeGreaterThanOrEqual(3);
    expect(new Set(names).size).toBe(names.length);
  });

  test('of a POST list accepts GET for later pages', async () => {
    const { body } = await ask(
      'POST',
      `${share()}/shares/${info['share']}/listSynchronizations?api-version=2021-08-01`,
    );
    expect((await ask('GET', body.nextLink ?? '')).status).toBe(200);
  });
});

describe('a request for an eligibility', () => {
  const put = (scope: string, words: 'as the documents write it' | 'as the clients write it', principal = 0) => {
    const above = scope.startsWith('/providers');
    const [role, principalId] = [info.roles['plain'] ?? '', info.principals[principal]];
    const roleDefinitionId = above ? role.slice(role.indexOf('/providers')) : role;
    const start = new Date().toISOString();
    const body =
      words === 'as the documents write it'
        ? {
            Properties: {
              RoleDefinitionId: roleDefinitionId,
              PrincipalId: principalId,
              RequestType: 'AdminAssign',
              ScheduleInfo: {
                StartDateTime: start,
                Expiration: { Type: 'AfterDuration', EndDateTime: null, Duration: 'P5D' },
              },
            },
          }
        : {
            properties: {
              roleDefinitionId,
              principalId,
              requestType: 'AdminAssign',
              scheduleInfo: { startDateTime: start, expiration: { type: 'AfterDuration', duration: 'P5D' } },
            },
          };
    const name = randomUUID();
    const collection = `${scope}/providers/Microsoft.Authorization/roleEligibilityScheduleRequests`;
    return ask('PUT', `${collection}/${name}?api-version=2020-10-01`, body);
  };

  test('as the documents write it is 201', async () => {
    const { status, body } = await put(subscription(), 'as the documents write it');
    expect([status, body.properties['status']]).toEqual([201, 'Provisioned']);
  });

  test('for a scope that is written with a slash before it is understood', async () => {
    expect((await put(`/${subscription()}`, 'as the clients write it', 2)).status).toBe(201);
  });

  test('for a management group is 201', async () => {
    const scope = `/providers/Microsoft.Management/managementGroups/${info.managementGroup}`;
    expect((await put(scope, 'as the clients write it', 3)).status).toBe(201);
  });

  test('for a resource is 201', async () => {
    expect((await put(info.resource, 'as the clients write it', 4)).status).toBe(201);
  });
});

/** The last reply of a GET that is repeated every half second while its operation runs. */
const poll = async (target: string, isRunning: (reply: Reply) => boolean): Promise<Reply> => {
  for (let tries = 0; ; tries += 1) {
    const reply = await ask('GET', target);
    if (!isRunning(reply) || tries === 20) return reply;
    await new Promise((goOn) => setTimeout(goOn, 500));
  }
};
const stateOf = ({ body }: Reply): string => body.properties['provisioningState'] ?? '';
const isProvisioning = (reply: Reply): boolean => !['Succeeded', 'Failed', 'Canceled'].includes(stateOf(reply));

const putAlias = async (workload: string): Promise<{ target: string; created: Reply }> => {
  const target = `/providers/Microsoft.Subscription/aliases/${randomUUID()}?api-version=2021-10-01`;
  const properties = { displayName: 'Payments Lab', workload, billingScope: info['billingScope'] };
  return { target, created: await ask('PUT', target, { properties }) };
};

test('an acceptance of ownership ends at its Location', async () => {
  const { body } = await poll((await putAlias('Production')).target, isProvisioning);
  const subscriptionLink = `/subscriptions/${body.properties['subscriptionId']}`;
  const target = `/providers/Microsoft.Subscription${subscriptionLink}/acceptOwnership?api-version=2021-10-01`;
  const { status, headers } = await ask('POST', target, { properties: { displayName: 'Ours' } });
  const location = headers.get('location') ?? '';
  expect([status, headers.get('retry-after'), location.startsWith(`${base}/`)]).toEqual([202, '1', true]);
  const last = await poll(location, (reply) => reply.status === 202);
  expect([last.status, last.body.subscriptionLink]).toEqual([200, subscriptionLink]);
});

test('an api-version that is missing or unknown is refused with code and message', async () => {
  const replies = await Promise.all([ask('GET', eligible()), ask('GET', `${eligible()}?api-version=1999-01-01`)]);
  expect(replies.map(({ status, body }) => [status, body.error?.code, typeof body.error?.message])).toEqual([
    [400, 'MissingApiVersionParameter', 'string'],
    [400, 'NoRegisteredProviderFound', 'string'],
  ]);
});

describe('names and ids', () => {
  test.each<[string, () => string]>([
    ['in capitals', () => `${eligible().toUpperCase()}?api-version=2020-10-01`],
    ['in small letters', () => `${eligible().toLowerCase()}?api-version=2020-10-01`],
    ['after two slashes', () => `/${eligible()}?api-version=2020-10-01`],
    ['of an account with an encoded colon', () => `${invoice()}?api-version=2024-04-01`],
    ['of an account with a colon as it is', () => `${decodeURIComponent(invoice())}?api-version=2024-04-01`],
  ])('%s are accepted', async (_, target) => expect((await ask('GET', target())).status).toBe(200));

  test('an e-mail address is one decoded segment', async () => {
    const { appTokens, appOwner, app, appUser } = info as unknown as Record<string, string> & {
      readonly appTokens: Readonly<Record<string, string>>;
    };
    const user = encodeURIComponent(String(appUser));
    expect(user).toMatch(/%2B.*%40/);
    const answer = await fetch(`${base}/v0.1/apps/${appOwner}/${app}/users/${user}`, {
      method: 'DELETE',
      headers: { 'x-api-token': appTokens['full'] ?? '' },
    });
    expect(answer.status).toBe(204);
  });
});

test('an unknown share is refused with code and message', async () => {
  const { status, body } = await ask('POST', `${share()}/shares/none/listSynchronizations?api-version=2021-08-01`);
  const { code, message }: Partial<Problem> = body.error ?? body;
  expect([status, typeof code, typeof message]).toEqual([404, 'string', 'string']);
});
