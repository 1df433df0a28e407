import { join } from 'node:path';
import { type ProductionConfig, readConfig } from '#platform/config/config.ts';
import { DAY } from '#platform/lib/clock.ts';
import { createAuthority } from '../../support/certificates.ts';

type Settings = Record<string, string | undefined>;

const now = Date.now();
const authority = createAuthority();
const own = authority.issueToApplication();
const past = authority.issueToApplication({ from: now - 9 * DAY, until: now - DAY });
const BOT = 'aaaa0000-0000-4000-8000-00000000000a';
const without: Settings = {
  CLOUD: 'public',
  MicrosoftAppId: BOT,
  MicrosoftAppTenantId: 'bbbb0000-0000-4000-8000-00000000000b',
  POLICY_FILE: './policy.yaml',
  SECRETS_DIR: '/secrets',
};
const secrets: Settings = { MicrosoftAppPassword: 'canary-1', VENDOR_CLIENT_SECRET: 'canary-2', VENDOR_CLIENT_ID: 'c' };
const core: Settings = { ...without, ...secrets };
const resource = '/subscriptions/s/resourceGroups/g/providers/Microsoft.CognitiveServices/accounts/translator';

const files: Record<string, string> = {
  '/pem/own.pem': own.key + own.cert + authority.cert,
  '/pem/past.pem': past.key + past.cert,
  '/pem/keyless.pem': own.cert,
  '/var/token': 'canary-federated',
};

const read = (env: Settings, more: Record<string, string> = {}) => {
  const all = { ...files, ...more };
  const readFile = (path: string): string | undefined => {
    if (path === '/locked') throw Object.assign(new Error('no'), { code: 'EACCES' });
    return all[path];
  };
  return readConfig(env, { refusedIds: [], readFile, now });
};
const configOf = (env: Settings, more?: Record<string, string>): ProductionConfig => {
  const result = read(env, more);
  if (!result.ok || result.config.mode !== 'production')
    throw new Error(result.ok ? 'sandbox' : result.problems.join('\n'));
  return result.config;
};
const problemsOf = (env: Settings, more?: Record<string, string>): readonly string[] => {
  const result = read(env, more);
  return result.ok ? [] : result.problems;
};
const pairOf = ({ bot, vendor }: ProductionConfig) => [bot.credential, vendor.management?.credential];

describe('what the bot and the cloud sign in with', () => {
  it.each<[string, Settings, Record<string, string>, unknown, unknown]>([
    [
      'a certificate each',
      {
        MicrosoftAppCertificatePath: '/pem/own.pem',
        VENDOR_CLIENT_CERTIFICATE_PATH: '/pem/own.pem',
        VENDOR_CLIENT_ID: 'c',
      },
      {},
      { kind: 'certificate', clientId: BOT, file: '/pem/own.pem' },
      { kind: 'certificate', clientId: 'c', file: '/pem/own.pem' },
    ],
    [
      'managed identities: the bot’s own, and the system-assigned',
      { MicrosoftAppType: 'UserAssignedMSI', VENDOR_MANAGED_IDENTITY: 'SystemAssigned' },
      {},
      { kind: 'managed', clientId: BOT },
      { kind: 'managed' },
    ],
    [
      'a user-assigned identity, by the id of the settings',
      { MicrosoftAppType: 'UserAssignedMSI', VENDOR_MANAGED_IDENTITY: 'UserAssigned', VENDOR_CLIENT_ID: 'c' },
      {},
      { kind: 'managed', clientId: BOT },
      { kind: 'managed', clientId: 'c' },
    ],
    [
      'the token that Kubernetes brings, with the id that it brings',
      { AZURE_FEDERATED_TOKEN_FILE: '/var/token', AZURE_CLIENT_ID: 'of-kubernetes' },
      {},
      { kind: 'federated', clientId: BOT, file: '/var/token' },
      { kind: 'federated', clientId: 'of-kubernetes', file: '/var/token' },
    ],
    [
      'secrets in SECRETS_DIR, before a federated token',
      { AZURE_FEDERATED_TOKEN_FILE: '/var/token', VENDOR_CLIENT_ID: 'c' },
      { '/secrets/steward.bot-password': 'canary', '/secrets/steward.vendor-client-secret': 'canary' },
      { kind: 'secret', clientId: BOT, secret: { file: join('/secrets', 'steward.bot-password') } },
      { kind: 'secret', clientId: 'c', secret: { file: join('/secrets', 'steward.vendor-client-secret') } },
    ],
    [
      'a certificate for the bot beside a secret for the cloud',
      { MicrosoftAppCertificatePath: '/pem/own.pem', VENDOR_CLIENT_ID: 'c', VENDOR_CLIENT_SECRET: 'canary' },
      {},
      { kind: 'certificate', clientId: BOT, file: '/pem/own.pem' },
      { kind: 'secret', clientId: 'c' },
    ],
  ])('%s', (_what, env, more, bot, cloud) => {
    expect(pairOf(configOf({ ...without, ...env }, more))).toMatchObject([bot, cloud]);
  });

  it('a secret’s end is taken from its setting', () => {
    const env = { ...core, MicrosoftAppPasswordExpires: '2027-03-01', VENDOR_CLIENT_SECRET_EXPIRES: '2027-04-01' };
    const ends = pairOf(configOf(env)).map((credential) => credential?.kind === 'secret' && credential.endsAt);
    expect(ends).toEqual([Date.parse('2027-03-01'), Date.parse('2027-04-01')]);
  });

  it.each(['MicrosoftAppCertificatePath', 'MicrosoftAppType', 'VENDOR_MANAGED_IDENTITY', 'TRANSLATOR_RESOURCE_ID'])(
    '%s alone means production',
    (name) => expect(read({ [name]: 'x' }).ok).toBe(false),
  );

  it('what only the host brings means no production', () => {
    expect(read({ AZURE_CLIENT_ID: 'c', AZURE_FEDERATED_TOKEN_FILE: '/var/token' })).toMatchObject({
      ok: true,
      config: { mode: 'sandbox' },
    });
  });
});

describe('wrong credentials are told at once, each by its setting, and never by a value', () => {
  it.each<[string, Settings, readonly string[]]>([
    [
      'nothing at all',
      without,
      ['MicrosoftAppPassword is missing: ', 'VENDOR_CLIENT_ID is missing: ', 'VENDOR_CLIENT_SECRET is missing: '],
    ],
    [
      'a password beside a certificate',
      { ...core, MicrosoftAppCertificatePath: '/pem/own.pem' },
      ['MicrosoftAppPassword is wrong: it must be left out, since MicrosoftAppCertificatePath is given'],
    ],
    [
      'a password beside a managed identity',
      { ...core, MicrosoftAppType: 'UserAssignedMSI' },
      ['MicrosoftAppPassword is wrong: it must be left out, since MicrosoftAppType is given'],
    ],
    [
      'a secret and an id beside the system-assigned identity',
      { ...core, VENDOR_MANAGED_IDENTITY: 'SystemAssigned' },
      ['VENDOR_CLIENT_SECRET is wrong: it must be left out, since VENDOR_MANAGED_IDENTITY is given'],
    ],
    [
      'an id of the system-assigned identity',
      { ...core, VENDOR_MANAGED_IDENTITY: 'SystemAssigned', VENDOR_CLIENT_SECRET: undefined },
      ['VENDOR_CLIENT_ID is wrong: it must be left out: the system-assigned identity has none'],
    ],
    [
      'a type that Microsoft retired',
      { ...core, MicrosoftAppType: 'MultiTenant' },
      ['MicrosoftAppType is wrong: it must be SingleTenant or UserAssignedMSI'],
    ],
    [
      'the end of what does not end',
      {
        ...core,
        MicrosoftAppPassword: undefined,
        MicrosoftAppType: 'UserAssignedMSI',
        MicrosoftAppPasswordExpires: '2027-03-01',
      },
      ['MicrosoftAppPasswordExpires is wrong: it must be left out: only a client secret needs it'],
    ],
    [
      'a day that is none',
      { ...core, VENDOR_CLIENT_SECRET_EXPIRES: 'in spring' },
      ['VENDOR_CLIENT_SECRET_EXPIRES is wrong: it must be a day, as 2027-03-01'],
    ],
    [
      'certificates that are expired, keyless',
      {
        ...without,
        VENDOR_CLIENT_ID: 'c',
        MicrosoftAppCertificatePath: '/pem/past.pem',
        VENDOR_CLIENT_CERTIFICATE_PATH: '/pem/keyless.pem',
      },
      [
        'MicrosoftAppCertificatePath is wrong: it must lead to a certificate that is valid, and this one expired on ',
        'VENDOR_CLIENT_CERTIFICATE_PATH is wrong: it must lead to a PEM file with the private key',
      ],
    ],
    [
      'files that are not there, or may not be read',
      {
        ...without,
        VENDOR_CLIENT_ID: 'c',
        MicrosoftAppCertificatePath: '/pem/none.pem',
        VENDOR_CLIENT_CERTIFICATE_PATH: '/locked',
      },
      [
        'MicrosoftAppCertificatePath is wrong: it must lead to a file that is there',
        'VENDOR_CLIENT_CERTIFICATE_PATH is wrong: it must lead to a file that Steward can read: give the account',
      ],
    ],
    [
      'a key beside the identity for the translator',
      { ...core, TRANSLATOR_BASE_URL: 'https://t.example', TRANSLATOR_KEY: 'canary', TRANSLATOR_RESOURCE_ID: resource },
      ['TRANSLATOR_KEY is wrong: it must be left out, since TRANSLATOR_RESOURCE_ID is given'],
    ],
    [
      'a resource that is none',
      { ...core, TRANSLATOR_BASE_URL: 'https://t.example', TRANSLATOR_RESOURCE_ID: 'canary' },
      ['TRANSLATOR_RESOURCE_ID is wrong: it must be the id of a resource'],
    ],
  ])('%s', (_what, env, expected) => {
    const problems = problemsOf(env);
    expect(problems.map((problem, index) => problem.slice(0, expected[index]?.length))).toEqual(expected);
    expect(problems.join('\n')).not.toMatch(/canary|BEGIN/);
  });

  it('an empty file in SECRETS_DIR is named', () => {
    expect(problemsOf({ ...core, MicrosoftAppPassword: undefined }, { '/secrets/steward.bot-password': '\n' })).toEqual(
      ['steward.bot-password is wrong: it must lead to a file that is not empty.'],
    );
  });
});

describe('what the translator is called with', () => {
  const base = { ...core, TRANSLATOR_BASE_URL: 'https://api.cognitive.microsofttranslator.com' };
  const accessOf = (env: Settings, more?: Record<string, string>) => configOf(env, more).vendor.translator;

  it.each([
    ['public', 'https://cognitiveservices.azure.com/.default', 'https://api.cognitive.microsofttranslator.com'],
    ['usgov', 'https://cognitiveservices.azure.us/.default', 'https://api.cognitive.microsofttranslator.us'],
    ['china', 'https://cognitiveservices.azure.cn/.default', 'https://api.translator.azure.cn'],
  ])('Steward’s identity, in the cloud %s with its own scope', (CLOUD, scope, TRANSLATOR_BASE_URL) => {
    const env = { ...base, CLOUD, TRANSLATOR_BASE_URL, TRANSLATOR_RESOURCE_ID: resource };
    expect(accessOf(env)).toMatchObject({ identity: { resourceId: resource, scope } });
  });

  it('a key in SECRETS_DIR', () => {
    expect(accessOf(base, { '/secrets/steward.translator-key': 'canary' })).toMatchObject({
      key: { file: join('/secrets', 'steward.translator-key') },
    });
  });
});
