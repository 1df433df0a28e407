import { parseEnv } from 'node:util';
import { z } from 'zod';
import { type Cloud, clouds, isOfAnotherCloud, namesOfCloud, withCloud } from './api/services/cloud.ts';
import {
  addressSchema,
  appManagementEnvironment,
  appManagementSettings,
  managementEnvironment,
  managementSettings,
  translatorEnvironment,
  translatorSettings,
  type VendorSettings,
} from './api/services/settings.ts';
import { type ForwardProxy, proxyEnvironment, proxyOf, proxyVariables } from './http/proxy.ts';
import type { LogLevel } from './lib/logger.ts';
import { Secret } from './lib/secret.ts';
import { isProtected } from './storage/postgres-address.ts';

interface CommonConfig {
  readonly host: string;
  readonly port: number;
  readonly logLevel: LogLevel;
  /** Folder with one file for each named secret. */
  readonly secretsDir: string;
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
  readonly bot: { readonly appId: string; readonly appPassword: Secret; readonly tenantId: string };
  readonly vendor: VendorSettings;
  readonly cloud: Cloud;
  /** Address of Microsoft Graph; absent where it follows from no setting: then no group of the directory can be read. */
  readonly graphUrl: string | undefined;
  /** Absent where the way out is direct. */
  readonly proxy: ForwardProxy | undefined;
}

export type Config = SandboxConfig | ProductionConfig;
export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

export interface ConfigOptions {
  /** Ids and secrets of the sandbox, which no production setting may have. */
  readonly refusedIds: readonly string[];
  /** Gives the text of a file, undefined when there is none; `.env` is not looked for when absent. */
  readonly readFile?: (path: string) => string | undefined;
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
const secret = present.transform((value) => new Secret(value));

/** Where secrets are looked for when SECRETS_DIR is not set. */
export const SECRETS_DIR = { production: './data/secrets', sandbox: './data/sandbox/secrets' } as const;

const common = z.object({
  PORT: port(3978),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
  SECRETS_DIR: present.default(SECRETS_DIR.production),
});
const CLOUDS = 'public, usgov, dod or china';
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
  MicrosoftAppPassword: secret,
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
  ...proxyEnvironment.shape,
  ...common.shape,
  ...store.shape,
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be the name or address to listen on')
    .default('0.0.0.0'),
});

/** Each of these alone says that somebody means production. An empty value is given, and wrong. */
const productionNames = [core, store, translatorEnvironment, appManagementEnvironment].flatMap(({ shape }) =>
  Object.keys(shape),
);

/**
 * The settings, or all that is wrong with them at once (design, section 1). The environment wins over `.env`. Sandbox
 * mode needs that nothing of production is given and that NODE_ENV is not production.
 */
export const readConfig = (env: Environment, { refusedIds, readFile }: ConfigOptions): ConfigResult => {
  const inEnvironment = Object.entries(env).filter(([, value]) => value !== undefined);
  const given: Environment = { ...parseEnv(readFile?.('.env') ?? ''), ...Object.fromEntries(inEnvironment) };
  const isSandbox = given['NODE_ENV'] !== 'production' && !productionNames.some((name) => given[name] !== undefined);
  if (isSandbox) return readSandbox(given);
  const whole = { ...withCloud(given), ...proxyVariables(given) };
  const refused = [...refusedSettings(whole, refusedIds), ...foreignAddresses(whole), ...wrongCertificates(env, whole)];
  return readProduction(whole, refused);
};

const readSandbox = (given: Environment): ConfigResult => {
  const read = readGroup(sandbox, given);
  if (!read.ok) return read;
  const { SANDBOX_TEAMS_PORT: teamsPort, SANDBOX_VENDOR_PORT: vendorPort } = read.values;
  return { ok: true, config: { mode: 'sandbox', ...commonOf(read.values), teamsPort, vendorPort } };
};

const readProduction = (given: Environment, refused: readonly string[]): ConfigResult => {
  const main = readGroup(production, given);
  const translation = readOptionalGroup(translatorEnvironment, given);
  const apps = readOptionalGroup(appManagementEnvironment, given);
  if (!main.ok || !translation.ok || !apps.ok || refused.length > 0) {
    return { ok: false, problems: [...problemsOf(main), ...refused, ...problemsOf(translation), ...problemsOf(apps)] };
  }
  const { MicrosoftAppId: appId, MicrosoftAppPassword: appPassword, MicrosoftAppTenantId: tenantId } = main.values;
  return {
    ok: true,
    config: {
      mode: 'production',
      ...commonOf(main.values),
      databaseUrl: main.values.DATABASE_URL,
      policyFile: main.values.POLICY_FILE,
      bot: { appId, appPassword, tenantId },
      vendor: {
        namespace: main.values.VENDOR_NAMESPACE,
        management: managementSettings(main.values),
        ...(translation.values ? { translator: translatorSettings(translation.values) } : {}),
        ...(apps.values ? { appManagement: appManagementSettings(apps.values) } : {}),
      },
      cloud: main.values.CLOUD,
      graphUrl: main.values.GRAPH_BASE_URL,
      proxy: proxyOf(main.values),
    },
  };
};

const commonOf = (values: z.infer<typeof common> & { readonly HOST: string }): CommonConfig => ({
  host: values.HOST,
  port: values.PORT,
  logLevel: values.LOG_LEVEL,
  secretsDir: values.SECRETS_DIR,
});

export type Read<T> =
  | { readonly ok: true; readonly values: T }
  | { readonly ok: false; readonly problems: readonly string[] };

const problemsOf = (read: Read<unknown>): readonly string[] => (read.ok ? [] : read.problems);

/** The vendor's management alone; with CLOUD, where its tokens come from follows from the directory. */
export const readManagement = (given: Environment): Read<z.output<typeof managementEnvironment>> => {
  const { MicrosoftAppTenantId } = core.shape;
  const named = managementEnvironment.extend({ CLOUD: cloudName, MicrosoftAppTenantId });
  return readGroup(given['CLOUD'] === undefined ? managementEnvironment : named, withCloud(given));
};

/** All that is wrong with a group of settings at once. */
export const readGroup = <S extends z.ZodObject>(schema: S, given: Environment): Read<z.output<S>> => {
  const read = schema.safeParse(given);
  if (read.success) return { ok: true, values: read.data };
  const wrong = new Set(read.error.issues.map(({ path }) => String(path[0])));
  return { ok: false, problems: [...wrong].flatMap((name) => problem(schema, name, given)) };
};

/** Whole or absent: one setting of the group asks for all of them. */
const readOptionalGroup = <S extends z.ZodObject>(schema: S, given: Environment): Read<z.output<S> | undefined> =>
  Object.keys(schema.shape).some((name) => given[name] !== undefined)
    ? readGroup(schema, given)
    : { ok: true, values: undefined };

/** What is missing is told by the same words as what is empty; not at all while CLOUD is wrong, which would say it. */
const problem = (schema: z.ZodObject, name: string, given: Environment): readonly string[] => {
  const value = given[name];
  const wanted = z.safeParse(schema.shape[name] ?? z.never(), value ?? '').error?.issues[0]?.message;
  if (value !== undefined) return [`${name} is wrong: it ${wanted}`];
  if (!namesOfCloud.has(name)) return [`${name} is missing: it ${wanted}`];
  return given['CLOUD'] === undefined ? [`${name} is missing: set CLOUD to ${CLOUDS}, or give it`] : [];
};

const refusedSettings = (given: Environment, refusedIds: readonly string[]): readonly string[] => {
  const refused = new Set(refusedIds.map((id) => id.toLowerCase()));
  return Object.keys(core.shape)
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

/** Node reads it before any program does, and only from the environment. */
const wrongCertificates = (env: Environment, given: Environment): readonly string[] =>
  given[CERTIFICATES] === env[CERTIFICATES]
    ? []
    : [`${CERTIFICATES} is wrong: it must be in the environment itself, since Node does not read it from .env`];

const CERTIFICATES = 'NODE_EXTRA_CA_CERTS';
