import { MINUTE } from '../../src/lib/clock.ts';
import { CLIENT, signingInPerTest } from './signing-in.ts';
import { IDENTITY_HEADER } from './token-service.ts';

const signing = signingInPerTest();
const VARIABLES = ['IDENTITY_ENDPOINT', 'IDENTITY_HEADER', 'AZURE_POD_IDENTITY_AUTHORITY_HOST'];

/** What the host sets, as the library reads it: once in a process, so that it is loaded anew for each test. */
const host = (variables: Readonly<Record<string, string>>): void => {
  jest.resetModules();
  for (const name of VARIABLES) delete process.env[name];
  Object.assign(process.env, variables);
};
/** The metadata service has a fixed address, which only this variable replaces. */
const virtualMachine = (): void => host({ AZURE_POD_IDENTITY_AUTHORITY_HOST: signing.service.url });
const containerApps = (): void =>
  host({ IDENTITY_ENDPOINT: `${signing.service.url}/msi/token`, IDENTITY_HEADER });
afterEach(() => host({}));

const hosts = [
  ['a virtual machine', virtualMachine, '/metadata/identity/oauth2/token'],
  ['App Service or Container Apps', containerApps, '/msi/token'],
] as const;

describe.each(hosts)('on %s', (_what, start, path) => {
  beforeEach(start);
  const user = () => signing.token({ kind: 'managed', clientId: CLIENT });

  it('the system-assigned identity gets a token without any secret of ours', async () => {
    signing.service.assign('');
    expect((await signing.token({ kind: 'managed' }).get()).reveal()).toBe('Bearer canary-token-1');
    const [received] = signing.service.received;
    expect(received?.path).toBe(path);
    expect(received?.query.has('client_id')).toBe(false);
    expect(received?.query.get('resource')).toBe('https://api.botframework.com');
  });

  it('a user-assigned identity is asked for by its client id, once for concurrent callers', async () => {
    signing.service.assign(CLIENT);
    const asked = user();
    const tokens = await Promise.all([asked.get(), asked.get()]);
    expect(tokens.map((token) => token.reveal())).toEqual(['Bearer canary-token-1', 'Bearer canary-token-1']);
    expect(signing.service.received[0]?.query.get('client_id')).toBe(CLIENT);
  });

  it('a token is renewed five minutes before its end', async () => {
    signing.service.assign(CLIENT);
    const asked = user();
    await asked.get();
    signing.clock.advance(54 * MINUTE);
    expect((await asked.get()).reveal()).toBe('Bearer canary-token-1');
    signing.clock.advance(2 * MINUTE);
    expect((await asked.get()).reveal()).toBe('Bearer canary-token-2');
  });

  it('an identity that is not assigned to the host ends with a line that says what to do', async () => {
    signing.service.assign('');
    expect(await signing.fault(user().get())).toBe(
      'the managed identity service refuses (invalid_request: Identity not found) → see whether the identity in MicrosoftAppId is assigned to where Steward runs, or whether a system-assigned one is switched on there.',
    );
  });

  it.each([429, 500, 503])('a service that answers %i is asked again', async (status) => {
    signing.service.assign(CLIENT);
    signing.service.failWith({ status, body: {} });
    expect((await user().get()).reveal()).toBe('Bearer canary-token-1');
  });

  it.each([404, 410])('a service that is being updated (%i) passes: the next question may succeed', async (status) => {
    signing.service.assign(CLIENT);
    signing.service.failWith({ status, body: {} });
    const asked = user();
    expect(await signing.fault(asked.get())).toContain('is down or overloaded');
    expect((await asked.get()).reveal()).toBe('Bearer canary-token-1');
  });

  it('no log line has a token, or the secret of the host', async () => {
    signing.service.assign(CLIENT);
    await user().get('c-1');
    const said = signing.lines.join('');
    expect({ traced: said.includes('c-1'), leaked: said.includes('canary') }).toEqual({ traced: true, leaked: false });
  });
});

it('an address on another machine is not asked: it would get the secret of the host', async () => {
  host({ IDENTITY_ENDPOINT: 'http://identity.example/msi/token', IDENTITY_HEADER });
  await expect(signing.token({ kind: 'managed' }).get()).rejects.toMatchObject({ kind: 'wrong-origin' });
});

it('two owners with identities of their own each ask by their own way out', async () => {
  virtualMachine();
  signing.service.assign(CLIENT, '');
  const bot = signing.token({ kind: 'managed', clientId: CLIENT });
  const cloud = signing.token({ kind: 'managed' }, { owner: 'cloud' });
  await Promise.all([bot.get('of-the-bot'), cloud.get('of-the-cloud')]);
  const said = signing.lines.join('');
  expect([said.includes('of-the-bot'), said.includes('of-the-cloud')]).toEqual([true, true]);
});
