import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { IDENTITY_HEADER, startTokenService, type TokenService } from '../../support/token-service.ts';
import type { Outcome, Question } from './managed-identity-process.ts';
import { CLIENT } from './signing-in.ts';

const PROGRAM = join(import.meta.dirname, 'managed-identity-process.ts');

/** A process on a host that has these variables. */
const startOn = (variables: Readonly<Record<string, string>>): ChildProcess =>
  fork(PROGRAM, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env['PATH'], ...variables },
  });

const ask = async (host: ChildProcess, ...questions: readonly Partial<Question>[]): Promise<readonly Outcome[]> => {
  host.send(questions.map((question) => ({ owner: 'bot', clientId: CLIENT, ...question })));
  const [outcomes] = await once(host, 'message');
  return outcomes;
};

const hosts: readonly [string, string, (url: string) => Readonly<Record<string, string>>][] = [
  // The metadata service has a fixed address, which only this variable replaces.
  ['a virtual machine', '/metadata/identity/oauth2/token', (url) => ({ AZURE_POD_IDENTITY_AUTHORITY_HOST: url })],
  [
    'App Service or Container Apps',
    '/msi/token',
    (url) => ({ IDENTITY_ENDPOINT: `${url}/msi/token`, IDENTITY_HEADER }),
  ],
];

describe.each(hosts)('on %s', (_what, path, variables) => {
  let service: TokenService;
  let host: ChildProcess;
  beforeAll(async () => {
    service = await startTokenService();
    host = startOn(variables(service.url));
  });
  beforeEach(() => service.assign(CLIENT, ''));
  afterAll(async () => {
    host.kill();
    await service.close();
  });
  /** Nothing is cached any more. */
  const later = { advanceMs: 2 * HOUR };

  it('the system-assigned identity gets a token without any secret of ours', async () => {
    const [outcome] = await ask(host, { ...later, clientId: '' });
    const received = service.received.at(-1);
    expect(outcome?.token).toBe(`Bearer ${service.given.at(-1)}`);
    expect(received?.path).toBe(path);
    expect(received?.query.has('client_id')).toBe(false);
    expect(received?.query.get('resource')).toBe('https://api.botframework.com');
  });

  it('a user-assigned identity is asked for by its client id, once for concurrent callers', async () => {
    const before = service.received.length;
    const outcomes = await ask(host, later, {}, {});
    expect(new Set(outcomes.map(({ token }) => token))).toEqual(new Set([`Bearer ${service.given.at(-1)}`]));
    expect(service.received.length - before).toBe(1);
    expect(service.received.at(-1)?.query.get('client_id')).toBe(CLIENT);
  });

  it('a token is renewed five minutes before its end', async () => {
    const [first] = await ask(host, later);
    const [same] = await ask(host, { advanceMs: 54 * MINUTE });
    const [renewed] = await ask(host, { advanceMs: 2 * MINUTE });
    expect(same?.token).toBe(first?.token);
    expect(renewed?.token).not.toBe(first?.token);
  });

  it('an identity that is not assigned to the host ends with a line that says what to do', async () => {
    service.assign('');
    const [outcome] = await ask(host, later);
    expect(outcome?.fault).toBe(
      'the managed identity service refuses (invalid_request: Identity not found) → see whether the identity in MicrosoftAppId is assigned to where Steward runs, or whether a system-assigned one is switched on there.',
    );
  });

  it.each([429, 500, 503])('a service that answers %i is asked again', async (status) => {
    service.failWith({ status, body: {} });
    const [outcome] = await ask(host, later);
    expect(outcome?.token).toBe(`Bearer ${service.given.at(-1)}`);
  });

  it.each([404, 410])('a service that is being updated (%i) passes: the next question may succeed', async (status) => {
    service.failWith({ status, body: {} });
    const [failed] = await ask(host, later);
    const [next] = await ask(host, {});
    expect(failed?.fault).toContain('is down or overloaded');
    expect(next?.token).toBe(`Bearer ${service.given.at(-1)}`);
  });

  it('no log line has a token, or the secret of the host', async () => {
    const [outcome] = await ask(host, { ...later, correlation: 'c-1' });
    const said = outcome?.log ?? '';
    expect({ traced: said.includes('c-1'), leaked: said.includes('canary') }).toEqual({ traced: true, leaked: false });
  });

  it('bot and cloud with identities of their own ask each in its own name', async () => {
    const outcomes = await ask(
      host,
      { ...later, correlation: 'of-the-bot' },
      { owner: 'cloud', clientId: '', correlation: 'of-the-cloud' },
    );
    expect(new Set(outcomes.map(({ token }) => token)).size).toBe(2);
    expect(outcomes[0]?.log).toMatch(/of-the-bot[\s\S]*of-the-cloud|of-the-cloud[\s\S]*of-the-bot/);
  });
});

it('an address on another machine is not asked: it would get the secret of the host', async () => {
  const host = startOn({ IDENTITY_ENDPOINT: 'http://identity.example/msi/token', IDENTITY_HEADER });
  const [outcome] = await ask(host, {});
  host.kill();
  expect(outcome?.fault).toBe('wrong-origin');
});
