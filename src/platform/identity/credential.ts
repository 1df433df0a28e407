import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { Secret } from '#platform/lib/secret.ts';
import { SignInError } from './sign-in-error.ts';

/** A file in which a secret is. It is read at each use, so that a new secret counts at once. */
export interface SecretFile {
  readonly file: string;
}

/** What an application proves itself with at the sign-in service; a managed identity is known by where it runs. */
export type Credential =
  | {
      readonly kind: 'secret';
      readonly clientId: string;
      readonly secret: Secret | SecretFile;
      /** When it ends, in milliseconds since 1970, where somebody noted it. */
      readonly endsAt?: number;
    }
  /** A PEM file: the private key, its certificate, and the certificate's chain. */
  | { readonly kind: 'certificate'; readonly clientId: string; readonly file: string }
  /** Workload identity federation: a token of somebody whom the directory trusts, as Kubernetes renews it in a file. */
  | { readonly kind: 'federated'; readonly clientId: string; readonly file: string }
  /** Without an id the system-assigned one. */
  | { readonly kind: 'managed'; readonly clientId?: string };

/** A client secret that is known already. */
export const clientSecret = (clientId: string, secret: string): Credential & { readonly kind: 'secret' } => ({
  kind: 'secret',
  clientId,
  secret: new Secret(secret),
});

/** The settings that a credential comes from, for what is said about it. */
interface CredentialNames {
  readonly id: string;
  readonly secret: string;
  /** The secret's file in SECRETS_DIR. */
  readonly secretFile: string;
  readonly expires: string;
  readonly certificate: string;
  readonly tenant: string;
}

/** Who signs in: the bot at Teams, Steward at the cloud. */
export type Owner = 'bot' | 'cloud';

/** The translator's key in SECRETS_DIR. */
export const TRANSLATOR_KEY_FILE = 'steward.translator-key';

export const FEDERATED_TOKEN_FILE = 'AZURE_FEDERATED_TOKEN_FILE';

export const credentialNames: Readonly<Record<Owner, CredentialNames>> = {
  bot: {
    id: 'MicrosoftAppId',
    secret: 'MicrosoftAppPassword',
    secretFile: 'steward.bot-password',
    expires: 'MicrosoftAppPasswordExpires',
    certificate: 'MicrosoftAppCertificatePath',
    tenant: 'MicrosoftAppTenantId',
  },
  cloud: {
    id: 'VENDOR_CLIENT_ID',
    secret: 'VENDOR_CLIENT_SECRET',
    secretFile: 'steward.vendor-client-secret',
    expires: 'VENDOR_CLIENT_SECRET_EXPIRES',
    certificate: 'VENDOR_CLIENT_CERTIFICATE_PATH',
    tenant: 'VENDOR_TOKEN_URL',
  },
};

/** The setting, or the file of SECRETS_DIR, that this credential's proof comes from. */
export const proofName = (credential: Credential, owner: Owner): string => {
  const { secret, secretFile, certificate, id } = credentialNames[owner];
  if (credential.kind === 'secret') return 'file' in credential.secret ? secretFile : secret;
  if (credential.kind === 'certificate') return certificate;
  return credential.kind === 'federated' ? FEDERATED_TOKEN_FILE : id;
};

/** Longer than any key with its chain. */
const LONGEST_BYTES = 64 * 1024;

/** The text of a credential's file, read anew at each use. @param setting that leads to it @throws SignInError that never shows the text */
export const readCredentialFile = async (file: string, setting: string): Promise<string> => {
  const text = await readText(file).catch((error: NodeJS.ErrnoException) => {
    const { code = '' } = error;
    throw new SignInError({ text: 'identity.file.unreadable', values: { setting, code } });
  });
  if (text === '') throw new SignInError({ text: 'identity.file.empty', values: { setting } });
  return text;
};

/** Non-blocking, in case it is a pipe. */
const readText = async (path: string): Promise<string> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > LONGEST_BYTES) throw Object.assign(new Error('no file'), { code: 'EFTYPE' });
    return (await file.readFile('utf8')).replace(/\r?\n$/, '');
  } finally {
    await file.close();
  }
};

/** @param name of its file in SECRETS_DIR @throws SignInError when its file cannot be read */
export const readSecret = async (secret: Secret | SecretFile, name: string): Promise<Secret> =>
  secret instanceof Secret ? secret : new Secret(await readCredentialFile(secret.file, name));
