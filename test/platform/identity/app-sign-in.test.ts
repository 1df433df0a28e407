import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MINUTE } from '#platform/lib/clock.ts';
import { folderPerTest } from '../../support/temp-folder.ts';
import { CLIENT, SCOPE, signingInPerTest } from './signing-in.ts';

const PROGRAM = join(import.meta.dirname, 'without-library.ts');
const QUIET = ['--disable-warning=ExperimentalWarning'];

const folder = folderPerTest();
const signing = signingInPerTest();
const file = (): string => join(folder(), 'steward.bot-password');
const stored = () => signing.token({ kind: 'secret', clientId: CLIENT, secret: { file: file() } });

it('a secret gives a token in a process that cannot load the library', async () => {
  signing.service.know({ clientId: CLIENT, secrets: ['canary-secret'] });
  const words = [signing.service.tokenUrl, CLIENT, 'canary-secret', SCOPE];
  const { stdout } = await promisify(execFile)(process.execPath, [...QUIET, PROGRAM, ...words]);
  expect(stdout.trim()).toBe('Bearer canary-token-1');
});

it('a secret in a file is read anew for each token', async () => {
  signing.service.know({ clientId: CLIENT, secrets: ['first-secret'] });
  writeFileSync(file(), 'first-secret\n');
  const asked = stored();
  const first = await asked.get();
  signing.service.know({ clientId: CLIENT, secrets: ['second-secret'] });
  writeFileSync(file(), 'second-secret\n');
  asked.drop(first);
  expect((await asked.get()).reveal()).toBe('Bearer canary-token-2');
});

it('a wrong secret in a file is named by its file', async () => {
  signing.service.know({ clientId: CLIENT, secrets: ['right-secret'] });
  writeFileSync(file(), 'canary-secret');
  expect(await signing.fault(stored().get())).toBe(
    'the secret is wrong (AADSTS7000215) → set steward.bot-password to the value of a client secret of the application in MicrosoftAppId; its id is not its value.',
  );
});

it('a file that is not there is named, and what is in it is never shown', async () => {
  expect(await signing.fault(stored().get())).toBe(
    'steward.bot-password is wrong: it must lead to a file that Steward can read and that is there.',
  );
  expect(signing.lines.join('')).not.toContain('canary');
});

const SUBJECT = 'system:serviceaccount:steward:steward';

const tokenFile = (): string => join(folder(), 'azure-identity-token');
const token = () => signing.token({ kind: 'federated', clientId: CLIENT, file: tokenFile() });
const write = async (...claims: Parameters<typeof signing.service.federatedToken>): Promise<void> =>
  writeFileSync(tokenFile(), `${await signing.service.federatedToken(...claims)}\n`);
const trusts = (federatedSubject = SUBJECT): void => signing.service.know({ clientId: CLIENT, federatedSubject });

it('the token of the cluster gives one of the directory', async () => {
  trusts();
  await write();
  expect((await token().get()).reveal()).toBe('Bearer canary-token-1');
  const [received] = signing.service.received;
  expect([...(received?.form.keys() ?? [])]).not.toContain('client_secret');
});

it('the file is read anew for each token, since the cluster renews it', async () => {
  trusts();
  await write();
  const asked = token();
  await asked.get();
  await write({ jti: 'second' });
  signing.clock.advance(56 * MINUTE);
  expect((await asked.get()).reveal()).toBe('Bearer canary-token-2');
  const sent = signing.service.received.map(({ form }) => form.get('client_assertion'));
  expect(new Set(sent).size).toBe(2);
});

it.each<[string, Parameters<typeof signing.service.federatedToken>, string]>([
  ['another subject', [{ sub: 'system:serviceaccount:other:other' }], 'AADSTS700213'],
  ['another audience', [{ aud: 'https://kubernetes.default.svc' }], 'AADSTS700212'],
])('a token of %s says which federated credential to correct', async (_what, claims, number) => {
  trusts();
  await write(...claims);
  expect(await signing.fault(token().get())).toBe(
    `no federated credential of the application in MicrosoftAppId fits the token of AZURE_FEDERATED_TOKEN_FILE (${number}) → correct issuer, subject and audience, in Entra ID under Certificates & secrets.`,
  );
});

it('a token that nobody renewed says so', async () => {
  trusts();
  await write({ expiresIn: '-1h' });
  expect(await signing.fault(token().get())).toContain('is not valid at this time (AADSTS700024)');
});

it('a file that is not there is named by its setting', async () => {
  expect(await signing.fault(token().get())).toBe(
    'AZURE_FEDERATED_TOKEN_FILE is wrong: it must lead to a file that Steward can read and that is there.',
  );
});

it('no log line and no error has the token of the cluster', async () => {
  trusts('somebody else');
  await write();
  const error = await token()
    .get('c-1')
    .catch((thrown: unknown) => thrown);
  const said = signing.lines.join('') + JSON.stringify(error) + (error as Error).stack;
  expect({ traced: said.includes('c-1'), leaked: /eyJ|canary/.test(said) }).toEqual({ traced: true, leaked: false });
});
