import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHttp } from '#platform/http/http.ts';
import { type Application, authorizationAddress, redeemCode } from '#platform/identity/authorization-code.ts';
import type { ApplicationCredential } from '#platform/identity/client-authentication.ts';
import { clouds, directoryAddresses, tokenAddress } from '#platform/identity/cloud.ts';
import { clientSecret } from '#platform/identity/credential.ts';
import { SignInError } from '#platform/identity/sign-in-error.ts';
import { Secret } from '#platform/lib/secret.ts';
import { createAuthority } from '../../support/certificates.ts';
import { folderPerTest } from '../../support/temp-folder.ts';
import { TENANT } from '../../support/token-service.ts';
import { CLIENT, signingInPerTest } from './signing-in.ts';

const authority = createAuthority();
const own = authority.issueToApplication();
const folder = folderPerTest();
const signing = signingInPerTest();

const REDIRECT = 'https://steward.example/sign-in/callback';
const VERIFIER = 'v'.repeat(64);
const s256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

const application = (credential: ApplicationCredential): Application => ({
  http: createHttp({ clock: signing.clock, log: signing.log, random: () => 0, wait: async () => {} }),
  clock: signing.clock,
  owner: 'bot',
  credential,
  tokenUrl: signing.service.tokenUrl,
  redirectUri: REDIRECT,
});
const code = (issued: { challenge?: string; redirectUri?: string } = {}): string =>
  signing.service.issueCode({
    challenge: s256(VERIFIER),
    redirectUri: REDIRECT,
    idToken: 'canary-id-token',
    ...issued,
  });
const SERVICE = 'https://management.example/user_impersonation';
const redeem = (credential: ApplicationCredential, issued = code(), verifier = VERIFIER, service?: string) =>
  redeemCode(application(credential), { code: issued, verifier, service }, 'c-1');

const file = (text: string): string => {
  const path = join(folder(), 'proof');
  writeFileSync(path, text);
  return path;
};
const credentials: Readonly<Record<string, () => Promise<ApplicationCredential>>> = {
  'a client secret': async () => {
    signing.service.know({ clientId: CLIENT, secrets: ['canary-secret'] });
    return clientSecret(CLIENT, 'canary-secret');
  },
  'a certificate': async () => {
    signing.service.know({ clientId: CLIENT, certificates: [own.cert] });
    return { kind: 'certificate', clientId: CLIENT, file: file(own.key + own.cert + authority.cert) };
  },
  'the token of a cluster': async () => {
    signing.service.know({ clientId: CLIENT, federatedSubject: 'system:serviceaccount:steward:steward' });
    return { kind: 'federated', clientId: CLIENT, file: file(await signing.service.federatedToken()) };
  },
};

it.each(Object.entries(credentials))('a code is redeemed with %s', async (_name, credential) => {
  const { idToken, access } = await redeem(await credential());
  expect(idToken).toBeInstanceOf(Secret);
  expect(idToken.reveal()).toBe('canary-id-token');
  expect(access).toBeUndefined();
});

it('a code is redeemed once', async () => {
  const credential = await credentials['a client secret']?.();
  const issued = code();
  if (credential) await redeem(credential, issued);
  await expect(credential && redeem(credential, issued)).rejects.toThrow(SignInError);
});

it.each([
  ['of another verifier', () => [code(), 'w'.repeat(64)] as const],
  ['for another address', () => [code({ redirectUri: 'https://other.example/' }), VERIFIER] as const],
  ['that nobody issued', () => ['guessed', VERIFIER] as const],
])('a code %s gives nothing', async (_name, given) => {
  const credential = (await credentials['a client secret']?.()) as ApplicationCredential;
  await expect(redeem(credential, ...given())).rejects.toMatchObject({ retryable: false });
});

it('a service that is down says that it may work later', async () => {
  const credential = (await credentials['a client secret']?.()) as ApplicationCredential;
  signing.service.failWith(...Array.from({ length: 20 }, () => ({ status: 503, body: {} })));
  await expect(redeem(credential)).rejects.toMatchObject({ retryable: true });
});

it('an answer without an ID token is none', async () => {
  const credential = (await credentials['a client secret']?.()) as ApplicationCredential;
  signing.service.failWith({ status: 200, body: { access_token: 'canary' } });
  await expect(redeem(credential)).rejects.toThrow(SignInError);
});

it('a service that was asked for gets its token and how long it lives', async () => {
  const credential = (await credentials['a client secret']?.()) as ApplicationCredential;
  signing.service.failWith({
    status: 200,
    body: { id_token: 'canary-id-token', access_token: 'canary-access', expires_in: 3599 },
  });
  const { access } = await redeem(credential, code(), VERIFIER, SERVICE);
  expect([access?.token.reveal(), access?.lifeMs]).toEqual(['canary-access', 3_599_000]);
});

it('an answer without the token of the service that was asked for is none', async () => {
  const credential = (await credentials['a client secret']?.()) as ApplicationCredential;
  signing.service.failWith({ status: 200, body: { id_token: 'canary-id-token' } });
  await expect(redeem(credential, code(), VERIFIER, SERVICE)).rejects.toThrow(SignInError);
});

it('neither code, verifier nor token is in a log line or an error', async () => {
  const credential = (await credentials['a client secret']?.()) as ApplicationCredential;
  await redeem(credential);
  const error = await redeem(credential, 'canary-guessed').catch((thrown: unknown) => thrown);
  const said = signing.lines.join('') + JSON.stringify(error) + (error as Error).stack;
  expect({ traced: said.includes('c-1'), leaked: /canary|vvvv/.test(said) }).toEqual({ traced: true, leaked: false });
});

it.each(clouds)('the addresses for people in the cloud %s stand beside that of the tokens', (cloud) => {
  const at = tokenAddress(cloud, TENANT);
  const { authorizeUrl, keysUrl, issuer } = directoryAddresses(at);
  const { origin } = new URL(at);
  expect([authorizeUrl, keysUrl, issuer]).toEqual([
    `${origin}/${TENANT}/oauth2/v2.0/authorize`,
    `${origin}/${TENANT}/discovery/v2.0/keys`,
    `${origin}/${TENANT}/v2.0`,
  ]);
});

it('a sign-in is asked for anew, with a code, and with the context that must be met', () => {
  const { authorizeUrl } = directoryAddresses(tokenAddress('public', TENANT));
  const secrets = { state: 'the state', nonce: 'the nonce', verifier: VERIFIER };
  const address = (context?: string, service?: string): URL =>
    new URL(
      authorizationAddress({ credential: clientSecret(CLIENT, 's'), redirectUri: REDIRECT }, authorizeUrl, secrets, {
        context,
        service,
      }),
    );
  expect(Object.fromEntries(address('c1').searchParams)).toEqual({
    ...{ client_id: CLIENT, response_type: 'code', response_mode: 'query', redirect_uri: REDIRECT },
    ...{ scope: 'openid profile', state: 'the state', nonce: 'the nonce', prompt: 'login' },
    ...{ code_challenge: s256(VERIFIER), code_challenge_method: 'S256' },
    claims: '{"id_token":{"acrs":{"essential":true,"value":"c1"}}}',
  });
  expect(address().searchParams.has('claims')).toBe(false);
  expect(address('c1', SERVICE).searchParams.get('scope')).toBe(`openid profile ${SERVICE}`);
  expect(address('c1', SERVICE).searchParams.get('claims')).toBe(
    '{"id_token":{"acrs":{"essential":true,"value":"c1"}},"access_token":{"acrs":{"essential":true,"value":"c1"}}}',
  );
});
