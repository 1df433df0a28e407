import { parseEnv } from 'node:util';
import { z } from 'zod';
import { type ForwardProxy, proxyEnvironment, proxyOf, proxyVariables } from '#platform/http/proxy.ts';
import { type Cloud, clouds, isOfAnotherCloud, withCloud } from '#platform/identity/cloud.ts';
import type { Credential } from '#platform/identity/credential.ts';
import { systemClock } from '#platform/lib/clock.ts';
import type { LogLevel } from '#platform/lib/logger.ts';
import { Secret } from '#platform/lib/secret.ts';
import { isProtected } from '#platform/storage/postgres-address.ts';
import {
  type CredentialSource,
  credentialSettings,
  readCredential,
  readTranslatorAccess,
  translatorCredentialSettings,
} from './credentials.ts';
import { CLOUDS, type Environment, problemsOf, type Read, readGroup } from './read-group.ts';
import {
  addressSchema,
  appManagementEnvironment,
  appManagementSettings,
  type ManagementSettings,
  managementEnvironment,
  managementSettings,
  type TranslatorSettings,
  translatorEnvironment,
  translatorSettings,
  type VendorAuth,
  type VendorSettings,
  vendorAuths,
} from './vendor-settings.ts';

interface CommonConfig {
  readonly host: string;
  readonly port: number;
  readonly logLevel: LogLevel;
  /** Folder with one file for each named secret. */
  readonly secretsDir: string;
  /** Whose identity sends role grants and removals that somebody approved: Steward's own, or the approver's. */
  readonly vendorAuth: VendorAuth;
}

export interface SandboxConfig extends CommonConfig {
  readonly mode: 'sandbox';
  readonly teamsPort: number;
  readonly vendorPort: number;
}

export interface ProductionConfig extends CommonConfig {
  readonly mode: 'production';
  /** A Secret, for an address of PostgreSQL may hold a password. */
  readonly databaseUrl: Secret;
  readonly policyFile: string;
  readonly bot: { readonly appId: string; readonly tenantId: string; readonly credential: Credential };
  readonly vendor: VendorSettings;
  readonly cloud: Cloud;
  /** Address of Microsoft Graph; absent where it follows from no setting: then no group of the directory can be read. */
  readonly graphUrl: string | undefined;
  /** Steward's own address for people's browsers; absent where nobody can sign in to confirm a decision. */
  readonly publicUrl: (() => string) | undefined;
  /** The bot's application by the address for which Teams gets people's tokens; absent without single sign-on. */
  readonly exchange: string | undefined;
  /** Absent where the way out is direct. */
  readonly proxy: ForwardProxy | undefined;
}

export type Config = SandboxConfig | ProductionConfig;
export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

interface ConfigOptions {
  /** Ids and secrets of the sandbox, which no production setting may have. */
  readonly refusedIds: readonly string[];
  /** Gives the text of a file, undefined when there is none; no file is there when absent. @throws when it cannot be read */
  readonly readFile?: (path: string) => string | undefined;
  /** Milliseconds since 1970, for the dates of certificates; the machine's time when absent. */
  readonly now?: number;
}

// Every message completes "it …" and says what is wanted; a problem never shows a value.
const PORT = 'must be a port, a number from 0 to 65535';
const port = (standard: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, PORT)
    .transform(Number)
    .refine((value) => value <= 65_535, PORT)
    .default(standard);
const guid = (what: string) => z.guid(`must be ${what}, a GUID`).toLowerCase();
const present = z.string().min(1, 'must not be empty');

/** Where secrets are looked for when SECRETS_DIR is not set. */
export const SECRETS_DIR = { production: './data/secrets', sandbox: './data/sandbox/secrets' } as const;

const common = z.object({
  PORT: port(3978),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
  SECRETS_DIR: present.default(SECRETS_DIR.production),
  VENDOR_AUTH: z.enum(vendorAuths, 'must be app or user').default('app'),
});
const cloudName = z.enum(clouds, `must be ${CLOUDS}`).default('public');
const sandbox = common.extend({
  CLOUD: cloudName, // It is in none; but who misspells it means one.
  SECRETS_DIR: present.default(SECRETS_DIR.sandbox),
  HOST: z.enum(['127.0.0.1', 'localhost'], 'must be 127.0.0.1 or localhost in sandbox mode').default('127.0.0.1'),
  SANDBOX_TEAMS_PORT: port(3979),
  SANDBOX_VENDOR_PORT: port(3980),
});
const core = z.object({
  MicrosoftAppId: guid("the bot's app id"),
  MicrosoftAppTenantId: guid('the directory that the bot serves'),
  ...managementEnvironment.shape,
  POLICY_FILE: present,
});
const store = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.|postgres(ql)?:\/\/.)/, 'must be sqlite:<file> or postgres://…')
    .refine(
      (url) => !url.startsWith('postgres') || isProtected(url),
      'must end with sslmode=verify-full where PostgreSQL runs on another machine: postgres://…?sslmode=verify-full',
    )
    .default('sqlite:./data/steward.db')
    .transform((url) => new Secret(url)),
});
const production = z.object({
  ...core.shape,
  CLOUD: cloudName,
  GRAPH_BASE_URL: addressSchema.optional(),
  PUBLIC_URL: addressSchema
    .refine((url) => URL.parse(url)?.pathname === '/', 'must be an address without a path')
    .optional(),
  MicrosoftAppIdUri: z
    .string()
    .regex(/^api:\/\/[\w./-]{1,200}$/, 'must be the Application ID URI of the application, as api://…')
    .optional(),
  ...proxyEnvironment.shape,
  ...common.shape,
  ...store.shape,
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be the name or address to listen on')
    .default('0.0.0.0'),
});

/** Each of these alone says that somebody means production. An empty value is given, and wrong. */
const productionNames: ReadonlySet<string> = new Set([
  ...[core, store, translatorEnvironment, appManagementEnvironment].flatMap(({ shape }) => Object.keys(shape)),
  ...credentialSettings,
  ...translatorCredentialSettings,
]);

/** The settings, or all that is wrong with them. The environment wins over `.env`; sandbox mode needs nothing of production given. */
export const readConfig = (env: Environment, options: ConfigOptions): ConfigResult => {
  const { refusedIds, readFile = () => undefined, now = systemClock.now() } = options;
  const inEnvironment = Object.entries(env).filter(([, value]) => value !== undefined);
  const given: Environment = { ...parseEnv(readFile('.env') ?? ''), ...Object.fromEntries(inEnvironment) };
  const isSandbox =
    given['NODE_ENV'] !== 'production' && ![...productionNames].some((name) => given[name] !== undefined);
  if (isSandbox) return readSandbox(given);
  const whole = { ...withCloud(given), ...proxyVariables(given) };
  const refused = [
    ...[...refusedSettings(whole, refusedIds), ...foreignAddresses(whole), ...wrongCertificates(env, whole)],
    ...withoutAddress(whole),
  ];
  const secretsDir = whole['SECRETS_DIR'] ?? SECRETS_DIR.production;
  return readProduction({ given: whole, secretsDir, readFile, now }, refused);
};

const readSandbox = (given: Environment): ConfigResult => {
  const read = readGroup(sandbox, given);
  if (!read.ok) return read;
  const { SANDBOX_TEAMS_PORT: teamsPort, SANDBOX_VENDOR_PORT: vendorPort } = read.values;
  return { ok: true, config: { mode: 'sandbox', ...commonOf(read.values), teamsPort, vendorPort } };
};

const readProduction = (source: CredentialSource, refused: readonly string[]): ConfigResult => {
  const { given } = source;
  const main = readGroup(production, given);
  const bot = readCredential('bot', source);
  const atCloud = readCredential('cloud', source);
  const hasTranslator = translatorNames.some((name) => given[name] !== undefined);
  const translator = hasTranslator ? readTranslator(source) : NONE;
  const apps = readOptionalGroup(appManagementEnvironment, given);
  if (!main.ok || !bot.ok || !atCloud.ok || !translator.ok || !apps.ok || refused.length > 0) {
    return { ok: false, problems: [main, bot, atCloud, translator, apps].flatMap(problemsOf).concat(refused) };
  }
  const { MicrosoftAppId: appId, MicrosoftAppTenantId: tenantId, PUBLIC_URL: publicUrl } = main.values;
  return {
    ok: true,
    config: {
      mode: 'production',
      ...commonOf(main.values),
      databaseUrl: main.values.DATABASE_URL,
      policyFile: main.values.POLICY_FILE,
      bot: { appId, tenantId, credential: bot.values },
      vendor: {
        namespace: main.values.VENDOR_NAMESPACE,
        management: managementSettings(main.values, atCloud.values),
        ...(translator.values ? { translator: translator.values } : {}),
        ...(apps.values ? { appManagement: appManagementSettings(apps.values) } : {}),
      },
      cloud: main.values.CLOUD,
      graphUrl: main.values.GRAPH_BASE_URL,
      publicUrl: publicUrl === undefined ? undefined : () => publicUrl,
      exchange: main.values.MicrosoftAppIdUri,
      proxy: proxyOf(main.values),
    },
  };
};

/** An optional group of which no setting is given. */
const NONE: Read<undefined> = { ok: true, values: undefined };

const commonOf = (values: z.infer<typeof common> & { readonly HOST: string }): CommonConfig => ({
  host: values.HOST,
  port: values.PORT,
  logLevel: values.LOG_LEVEL,
  secretsDir: values.SECRETS_DIR,
  vendorAuth: values.VENDOR_AUTH,
});

/** The vendor's management alone; with CLOUD, where its tokens come from follows from the directory. */
export const readManagement = (source: CredentialSource): Read<Pick<VendorSettings, 'namespace'> & Management> => {
  const given = withCloud(source.given);
  const { MicrosoftAppTenantId } = core.shape;
  const named = managementEnvironment.extend({ CLOUD: cloudName, MicrosoftAppTenantId });
  const main = readGroup(given['CLOUD'] === undefined ? managementEnvironment : named, given);
  const credential = readCredential('cloud', { ...source, given });
  if (!main.ok || !credential.ok) return { ok: false, problems: [main, credential].flatMap(problemsOf) };
  const { VENDOR_NAMESPACE: namespace } = main.values;
  return { ok: true, values: { namespace, management: managementSettings(main.values, credential.values) } };
};

interface Management {
  readonly management: ManagementSettings;
}

const translatorNames = [...Object.keys(translatorEnvironment.shape), ...translatorCredentialSettings];

/** The translator alone. */
export const readTranslator = (source: CredentialSource): Read<TranslatorSettings> => {
  const { given } = source;
  const main = readGroup(translatorEnvironment, given);
  const access = readTranslatorAccess(source, cloudName.safeParse(given['CLOUD']).data ?? 'public');
  if (!main.ok || !access.ok) return { ok: false, problems: [main, access].flatMap(problemsOf) };
  return { ok: true, values: translatorSettings(main.values, access.values) };
};

/** Whole or absent: one setting of the group asks for all of them. */
const readOptionalGroup = <S extends z.ZodObject>(schema: S, given: Environment): Read<z.output<S> | undefined> =>
  Object.keys(schema.shape).some((name) => given[name] !== undefined) ? readGroup(schema, given) : NONE;

const refusedSettings = (given: Environment, refusedIds: readonly string[]): readonly string[] => {
  const refused = new Set(refusedIds.map((id) => id.toLowerCase()));
  return [...productionNames]
    .filter((name) => refused.has(given[name]?.toLowerCase() ?? ''))
    .map((name) => `${name} is wrong: it belongs to the sandbox, take your own`);
};

/** Addresses of the vendor that belong to another cloud than the one that CLOUD names: their tokens are of no use there. */
const foreignAddresses = (given: Environment): readonly string[] => {
  const cloud = cloudName.safeParse(given['CLOUD']).data;
  return ['VENDOR_BASE_URL', 'VENDOR_TOKEN_URL', 'TRANSLATOR_BASE_URL', 'GRAPH_BASE_URL']
    .filter((name) => cloud !== undefined && isOfAnotherCloud(given[name] ?? '', cloud))
    .map((name) => `${name} is wrong: it must be an address of the cloud that CLOUD names, which is ${cloud}`);
};

/** Teams' token is of use only where a window is there for whoever it does not serve; nobody's permission can be used without one. */
const withoutAddress = ({ PUBLIC_URL, MicrosoftAppIdUri, VENDOR_AUTH }: Environment): readonly string[] => {
  const needs = [
    ...(MicrosoftAppIdUri === undefined ? [] : ['MicrosoftAppIdUri']),
    ...(VENDOR_AUTH === 'user' ? ['VENDOR_AUTH=user'] : []),
  ];
  return PUBLIC_URL === undefined
    ? needs.map((name) => `PUBLIC_URL is missing: ${name} needs the address at which people reach Steward`)
    : [];
};

/** Node reads it before any program does, and only from the environment. */
const wrongCertificates = (env: Environment, given: Environment): readonly string[] =>
  given[CERTIFICATES] === env[CERTIFICATES]
    ? []
    : [`${CERTIFICATES} is wrong: it must be in the environment itself, since Node does not read it from .env`];

const CERTIFICATES = 'NODE_EXTRA_CA_CERTS';
