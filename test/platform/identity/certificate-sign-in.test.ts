import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY, MINUTE } from '#platform/lib/clock.ts';
import { type Certificate, createAuthority } from '../../support/certificates.ts';
import { folderPerTest } from '../../support/temp-folder.ts';
import { CLIENT, SCOPE, signingInPerTest } from './signing-in.ts';

const authority = createAuthority();
const own = authority.issueToApplication();
const folder = folderPerTest();
const signing = signingInPerTest();

const file = (): string => join(folder(), 'steward.pem');
const write = (...parts: readonly string[]): void => writeFileSync(file(), parts.join(''));
const credential = () => ({ kind: 'certificate', clientId: CLIENT, file: file() }) as const;
const token = () => signing.token(credential());
const knows = ({ cert }: Certificate): void => signing.service.know({ clientId: CLIENT, certificates: [cert] });
const revealed = async (asked: ReturnType<typeof token>): Promise<string> => (await asked.get('c-1')).reveal();

it('a certificate with its chain gives a token, by an assertion that the service verifies', async () => {
  knows(own);
  write(own.key, own.cert, authority.cert);
  expect(await revealed(token())).toBe('Bearer canary-token-1');
  const [received] = signing.service.received;
  const header = JSON.parse(
    Buffer.from(received?.form.get('client_assertion')?.split('.')[0] ?? '', 'base64url').toString(),
  );
  const chain = [own.cert, authority.cert].map((pem) => new X509Certificate(pem).raw.toString('base64'));
  expect(header.x5c).toEqual(chain);
  expect(received?.form.get('scope')).toBe(SCOPE);
  expect([...(received?.form.keys() ?? [])]).not.toContain('client_secret');
});

it('the parts of the file may be in any order', async () => {
  knows(own);
  write(authority.cert, own.cert, own.key);
  expect(await revealed(token())).toBe('Bearer canary-token-1');
});

it('a token is reused until five minutes before its end, and then fetched with a new assertion', async () => {
  knows(own);
  write(own.cert, own.key);
  const asked = token();
  await Promise.all([asked.get(), asked.get()]);
  signing.clock.advance(54 * MINUTE);
  expect(await revealed(asked)).toBe('Bearer canary-token-1');
  signing.clock.advance(2 * MINUTE);
  expect(await revealed(asked)).toBe('Bearer canary-token-2');
  expect(signing.service.received).toHaveLength(2);
});

it('a certificate that is replaced while Steward runs is used for the next token', async () => {
  const renewed = authority.issueToApplication();
  knows(own);
  write(own.cert, own.key);
  const asked = token();
  const first = await asked.get();
  knows(renewed);
  write(renewed.cert, renewed.key);
  asked.drop(first);
  expect(await revealed(asked)).toBe('Bearer canary-token-2');
});

it.each([
  [
    'is not registered',
    () => [authority.issueToApplication()] as const,
    'does not know this certificate (AADSTS700027)',
  ],
])('a certificate that %s ends with a line that says what to do', async (_what, make, said) => {
  const [other] = make();
  knows(own);
  write(other.cert, other.key);
  const line = await signing.fault(token().get());
  expect(line).toContain(said);
  expect(line).toContain('upload the certificate that MicrosoftAppCertificatePath leads to');
});

it('an application that the directory does not know is named', async () => {
  write(own.cert, own.key);
  expect(await signing.fault(token().get())).toContain(
    'no application with that id (AADSTS700016) → correct MicrosoftAppId',
  );
});

it('an assertion for another address than the token endpoint is refused by its audience', async () => {
  knows(own);
  write(own.cert, own.key);
  const tokenUrl = signing.service.tokenUrl.replace('127.0.0.1', 'localhost');
  const line = await signing.fault(signing.token(credential(), { tokenUrl }).get());
  expect(line).toContain('is meant for another directory or cloud (AADSTS700023)');
});

const encrypted = '-----BEGIN ENCRYPTED PRIVATE KEY-----\ncanary\n-----END ENCRYPTED PRIVATE KEY-----\n';
const past = authority.issueToApplication({ from: Date.now() - 9 * DAY, until: Date.now() - DAY });
const future = authority.issueToApplication({ from: Date.now() + DAY, until: Date.now() + 9 * DAY });
const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const server = authority.issue(['login.example']);
const noCertificate = '-----BEGIN CERTIFICATE-----\nY2FuYXJ5\n-----END CERTIFICATE-----\n';

it.each<[string, readonly string[], string]>([
  ['no key', [own.cert], 'a PEM file with the private key beside its certificate'],
  ['no certificate', [own.key], 'a PEM file with the certificate beside its private key'],
  ['no readable certificate', [own.key, noCertificate], 'a PEM file with the certificate beside its private key'],
  ['the certificate of another key', [own.key, authority.cert], 'none there fits the key'],
  ['a key with a password', [own.cert, encrypted], 'a key without a password'],
  ['a key of 1,024 bits', [weak, own.cert], 'an RSA key of 2,048 bits or more'],
  ['a key that is not RSA', [server.key, server.cert], 'an RSA key'],
  ['an expired certificate', [past.key, past.cert], 'this one expired on'],
  ['a certificate of tomorrow', [future.key, future.cert], 'this one is not before'],
  ['nothing', [], 'a file that is not empty'],
])('a file with %s is refused without asking the service, and none of it is shown', async (_what, parts, said) => {
  write(...parts);
  const line = await signing.fault(token().get());
  expect(line).toContain('MicrosoftAppCertificatePath is wrong: it must lead to');
  expect(line).toContain(said);
  expect(line).not.toMatch(/canary|BEGIN|MII/);
  expect(signing.service.received).toEqual([]);
});

it('a file that is gone is refused, and used again once it is back', async () => {
  knows(own);
  write(own.cert, own.key);
  rmSync(file());
  const asked = token();
  expect(await signing.fault(asked.get())).toContain('a file that Steward can read and that is there');
  write(own.cert, own.key);
  expect(await revealed(asked)).toBe('Bearer canary-token-1');
});

describe('a service that is down', () => {
  const busy = (status: number, headers = {}) => ({ status, headers, body: { error: 'temporarily_unavailable' } });

  it('a sign-in service that asks to wait is asked again after that time, and gives the token', async () => {
    knows(own);
    write(own.cert, own.key);
    signing.service.failWith(busy(429, { 'retry-after': '2' }), busy(503));
    expect(await revealed(token())).toBe('Bearer canary-token-1');
    expect(signing.service.received).toHaveLength(3);
  });

  it('a sign-in service that failed with the assertion gets a new one with the next question', async () => {
    knows(own);
    write(own.cert, own.key);
    signing.service.failWith(busy(500));
    const asked = token();
    const line = await signing.fault(asked.get());
    expect(line).toBe(
      'the sign-in service is down or overloaded (temporarily_unavailable) → try again in some minutes.',
    );
    expect(await revealed(asked)).toBe('Bearer canary-token-1');
  });

  it('and does not answer at all is an error that says that nothing arrived', async () => {
    knows(own);
    write(own.cert, own.key);
    await signing.service.close();
    await expect(token().get()).rejects.toMatchObject({ kind: 'not-sent', retryable: true });
  });
});

it('no log line and no error has the key, the assertion or the token', async () => {
  knows(own);
  write(own.cert, own.key);
  await token().get('c-1');
  signing.service.failWith({ status: 400, body: { error: 'invalid_client', error_description: 'no' } });
  const error = await token()
    .get('c-1')
    .catch((thrown: unknown) => thrown);
  const said = signing.lines.join('') + JSON.stringify(error) + String(error) + (error as Error).stack;
  expect({ traced: said.includes('c-1'), leaked: /canary|eyJ|PRIVATE/.test(said) }).toEqual({
    traced: true,
    leaked: false,
  });
});
