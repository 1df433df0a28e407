import { randomUUID } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { SECOND } from '#platform/lib/clock.ts';
import type { AppSignIn } from './access-token.ts';
import { certificatesIn, readCertificate } from './certificate.ts';
import {
  type Credential,
  credentialNames,
  FEDERATED_TOKEN_FILE,
  readCredentialFile,
  readSecret,
} from './credential.ts';

/** A credential of an application that people can sign in to. */
export type ApplicationCredential = Exclude<Credential, { readonly kind: 'managed' }>;

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const ASSERTION_LIFE_SECONDS = 300;

/** What proves an application at the token endpoint: its secret (RFC 6749, 2.3.1) or an assertion (RFC 7523, 2.2). @throws SignInError */
export const clientAuthentication = async (
  signIn: Pick<AppSignIn, 'clock' | 'owner' | 'tokenUrl'>,
  credential: ApplicationCredential,
): Promise<Readonly<Record<string, string>>> => {
  const { clientId: client_id } = credential;
  if (credential.kind === 'secret') {
    const secret = await readSecret(credential.secret, credentialNames[signIn.owner].secretFile);
    return { client_id, client_secret: secret.reveal() };
  }
  const client_assertion =
    credential.kind === 'federated'
      ? await readCredentialFile(credential.file, FEDERATED_TOKEN_FILE)
      : await signAssertion(signIn, credential);
  return { client_id, client_assertion_type: ASSERTION_TYPE, client_assertion };
};

/** With the header that Entra ID wants of a certificate: its thumbprint, and the certificate itself with its chain. */
const signAssertion = async (
  { clock, owner, tokenUrl }: Pick<AppSignIn, 'clock' | 'owner' | 'tokenUrl'>,
  { clientId, file }: ApplicationCredential & { readonly kind: 'certificate' },
): Promise<string> => {
  const setting = credentialNames[owner].certificate;
  const { privateKey, chain, thumbprint } = readCertificate(
    await readCredentialFile(file, setting),
    setting,
    clock.now(),
  );
  const x5c = certificatesIn(chain).map(({ raw }) => raw.toString('base64'));
  const now = Math.floor(clock.now() / SECOND);
  return new SignJWT({})
    .setProtectedHeader({
      ...{ alg: 'PS256', typ: 'JWT', x5c },
      'x5t#S256': Buffer.from(thumbprint, 'hex').toString('base64url'),
    })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(tokenUrl)
    .setJti(randomUUID())
    .setNotBefore(now)
    .setIssuedAt(now)
    .setExpirationTime(now + ASSERTION_LIFE_SECONDS)
    .sign(await importPKCS8(privateKey, 'PS256'));
};
