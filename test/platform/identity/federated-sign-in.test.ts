import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE } from '#platform/lib/clock.ts';
import { folderPerTest } from '../../support/temp-folder.ts';
import { CLIENT, signingInPerTest } from './signing-in.ts';

const folder = folderPerTest();
const signing = signingInPerTest();
const SUBJECT = 'system:serviceaccount:steward:steward';

const file = (): string => join(folder(), 'azure-identity-token');
const token = () => signing.token({ kind: 'federated', clientId: CLIENT, file: file() });
const write = async (...claims: Parameters<typeof signing.service.federatedToken>): Promise<void> =>
  writeFileSync(file(), `${await signing.service.federatedToken(...claims)}\n`);
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
