import type { AppSignIn } from './app-sign-in.ts';
import { readCertificate } from './certificate.ts';
import { credentialNames } from './credential.ts';
import { readCredentialFile } from './credential-file.ts';

/** So many days before a credential ends its operators are warned, once each. */
export const WARNING_DAYS = [30, 7, 1] as const;

/**
 * When a credential ends, in milliseconds since 1970: a certificate by its own date, a client secret by that of its setting.
 * Undefined where nothing ends, or nobody noted it.
 * @throws SignInError for a certificate that cannot be used, one that has ended included
 */
export const endOf = async ({ credential, owner, clock }: AppSignIn): Promise<number | undefined> => {
  if (credential.kind === 'secret') return credential.endsAt;
  if (credential.kind !== 'certificate') return undefined;
  const setting = credentialNames[owner].certificate;
  return readCertificate(await readCredentialFile(credential.file, setting), setting, clock.now()).endsAt;
};

/** Whether it can end at all. */
export const mayEnd = ({ credential }: AppSignIn): boolean =>
  credential.kind === 'certificate' || (credential.kind === 'secret' && credential.endsAt !== undefined);
