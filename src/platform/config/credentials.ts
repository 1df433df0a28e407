import { join } from 'node:path';
import { readCertificate } from '#platform/identity/certificate.ts';
import { type Cloud, translatorScope } from '#platform/identity/cloud.ts';
import {
  type Credential,
  credentialNames,
  FEDERATED_TOKEN_FILE,
  type Owner,
  type SecretFile,
  TRANSLATOR_KEY_FILE,
} from '#platform/identity/credential.ts';
import { SignInError } from '#platform/identity/sign-in-error.ts';
import { Secret } from '#platform/lib/secret.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { type Environment, problemsOf, type Read } from './read-group.ts';
import type { TranslatorAccess } from './vendor-settings.ts';

/** What credentials are read from. */
export interface CredentialSource {
  readonly given: Environment;
  readonly secretsDir: string;
  /** The text of a file, undefined when there is none. @throws when it cannot be read */
  readonly readFile: (path: string) => string | undefined;
  /** Milliseconds since 1970, for the dates of certificates. */
  readonly now: number;
}

type Kind = Credential['kind'];

/** The setting that selects a managed identity, and its values. */
const managed = {
  bot: { setting: 'MicrosoftAppType', values: ['SingleTenant', 'UserAssignedMSI'] },
  cloud: { setting: 'VENDOR_MANAGED_IDENTITY', values: ['SystemAssigned', 'UserAssigned'] },
} as const;

const owners = ['bot', 'cloud'] as const;

/** Every setting of the credentials, of which each alone says that somebody means production. */
export const credentialSettings: readonly string[] = owners.flatMap((owner) => {
  const { id, secret, expires, certificate } = credentialNames[owner];
  return [id, secret, expires, certificate, managed[owner].setting];
});

const TRANSLATOR_KEY = 'TRANSLATOR_KEY';
const TRANSLATOR_RESOURCE = 'TRANSLATOR_RESOURCE_ID';
export const translatorCredentialSettings: readonly string[] = [TRANSLATOR_KEY, TRANSLATOR_RESOURCE];

/** What the bot, or Steward at the cloud, signs in with. Its files are read here already, so that a wrong one ends the start. */
export const readCredential = (owner: Owner, source: CredentialSource): Read<Credential> => {
  const kind = selectedKind(owner, source);
  const id = readId(owner, kind.ok ? kind.values : 'secret', source.given);
  if (!kind.ok) return failed(...problemsOf(id), ...kind.problems);
  const proof = readProof(owner, kind.values, source);
  const end = readEnd(owner, kind.values, source.given);
  if (!id.ok || !proof.ok || !end.ok) return failed(...problemsOf(id), ...problemsOf(proof), ...problemsOf(end));
  return right({ kind: kind.values, ...id.values, ...proof.values, ...end.values } as Credential);
};

/** What the settings select; else the file in SECRETS_DIR; else Kubernetes' token. A secret beside something better is refused. */
const selectedKind = (owner: Owner, source: CredentialSource): Read<Kind> => {
  const { given } = source;
  const { secret, secretFile, certificate } = credentialNames[owner];
  const { setting, values } = managed[owner];
  const type = given[setting];
  if (type !== undefined && !values.some((value) => value === type))
    return wrong(setting, `must be ${values.join(' or ')}`);
  const candidates: readonly (readonly [Kind, string, boolean])[] = [
    ['managed', setting, type !== undefined && type !== 'SingleTenant'],
    ['certificate', certificate, given[certificate] !== undefined],
    ['secret', secret, given[secret] !== undefined],
  ];
  const [first, ...rest] = candidates.filter(([, , isSelected]) => isSelected);
  if (first) {
    const [kind, name] = first;
    const others = rest.map(([, other]) => `${other} is wrong: it must be left out, since ${name} is given`);
    return others.length > 0 ? failed(...others) : right(kind);
  }
  const stored = readText(source, join(source.secretsDir, secretFile), secretFile);
  if (!stored.ok) return stored;
  if (stored.values !== undefined) return right('secret');
  if (given[FEDERATED_TOKEN_FILE] !== undefined) return right('federated');
  return failed(`${secret} is missing: it must not be empty, unless docs/settings.md has a better credential for you`);
};

/** Whoever has federation or a managed identity may have its id from the host. */
const readId = (owner: Owner, kind: Kind, given: Environment): Read<{ readonly clientId?: string }> => {
  const { id: name } = credentialNames[owner];
  if (owner === 'bot') return right({ clientId: given[name]?.toLowerCase() ?? '' });
  if (kind === 'managed' && given[managed.cloud.setting] === 'SystemAssigned')
    return given[name] === undefined
      ? right({})
      : wrong(name, 'must be left out: the system-assigned identity has none');
  const ofHost = kind === 'federated' || kind === 'managed' ? given['AZURE_CLIENT_ID'] : undefined;
  const clientId = given[name] ?? ofHost;
  if (clientId === undefined) return failed(`${name} is missing: it must not be empty`);
  return clientId === '' ? wrong(name, 'must not be empty') : right({ clientId });
};

type Proof = { readonly secret: Secret | SecretFile } | { readonly file: string } | Readonly<Record<never, never>>;

const readProof = (owner: Owner, kind: Kind, source: CredentialSource): Read<Proof> => {
  const { given, secretsDir } = source;
  const { secret, secretFile, certificate } = credentialNames[owner];
  if (kind === 'managed') return right({});
  if (kind === 'secret') {
    const value = given[secret];
    if (value === undefined) return right({ secret: { file: join(secretsDir, secretFile) } });
    return value === '' ? wrong(secret, 'must not be empty') : right({ secret: new Secret(value) });
  }
  const setting = kind === 'certificate' ? certificate : FEDERATED_TOKEN_FILE;
  const file = given[setting] ?? '';
  const text = readText(source, file, setting);
  if (!text.ok) return text;
  if (text.values === undefined) return wrong(setting, 'must lead to a file that is there');
  return kind === 'certificate' ? withCertificate(text.values, file, setting, source.now) : right({ file });
};

const withCertificate = (pem: string, file: string, setting: string, now: number): Read<Proof> => {
  try {
    readCertificate(pem, setting, now);
    return right({ file });
  } catch (error) {
    return explained(error);
  }
};

/** The day on which a client secret ends, as Entra ID shows it, where somebody noted it. */
const readEnd = (owner: Owner, kind: Kind, given: Environment): Read<{ readonly endsAt?: number }> => {
  const { expires } = credentialNames[owner];
  const day = given[expires];
  if (day === undefined) return right({});
  if (kind !== 'secret') return wrong(expires, 'must be left out: only a client secret needs it');
  const endsAt = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(endsAt) ? wrong(expires, 'must be a day, as 2027-03-01') : right({ endsAt });
};

const RESOURCE =
  /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/Microsoft\.CognitiveServices\/accounts\/[^/]+$/i;

/** What the translator is called with: a key, its file in SECRETS_DIR, or Steward's identity at the cloud. */
export const readTranslatorAccess = (source: CredentialSource, cloud: Cloud): Read<TranslatorAccess> => {
  const { given, secretsDir } = source;
  const [key, resourceId] = [given[TRANSLATOR_KEY], given[TRANSLATOR_RESOURCE]];
  if (key !== undefined && resourceId !== undefined)
    return wrong(TRANSLATOR_KEY, `must be left out, since ${TRANSLATOR_RESOURCE} is given`);
  if (resourceId !== undefined)
    return RESOURCE.test(resourceId)
      ? right({ identity: { resourceId, scope: translatorScope(cloud) } })
      : wrong(TRANSLATOR_RESOURCE, 'must be the id of a resource of Azure AI services, /subscriptions/…/accounts/NAME');
  if (key !== undefined)
    return key === '' ? wrong(TRANSLATOR_KEY, 'must not be empty') : right({ key: new Secret(key) });
  const file = join(secretsDir, TRANSLATOR_KEY_FILE);
  const stored = readText(source, file, TRANSLATOR_KEY_FILE);
  if (!stored.ok) return stored;
  if (stored.values !== undefined) return right({ key: { file } });
  return failed(`${TRANSLATOR_KEY} is missing: it must not be empty, unless ${TRANSLATOR_RESOURCE} is given`);
};

/** The text of a file, undefined where there is none. @param setting that leads to it */
const readText = ({ readFile }: CredentialSource, file: string, setting: string): Read<string | undefined> => {
  try {
    const text = readFile(file);
    if (text?.trim() !== '') return right(text);
    return explained(new SignInError({ text: 'identity.file.empty', values: { setting } }));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return explained(new SignInError({ text: 'identity.file.unreadable', values: { setting, code } }));
  }
};

const right = <T>(values: T): Read<T> => ({ ok: true, values });
const failed = (...problems: readonly string[]): Read<never> => ({ ok: false, problems });
const wrong = (name: string, wanted: string): Read<never> => failed(`${name} is wrong: it ${wanted}`);

const explained = (error: unknown): Read<never> => {
  if (!(error instanceof SignInError)) throw error;
  return failed(loadTexts().for('en').plain(error.textKey, error.values));
};
