import { join } from 'node:path';
import { type ProductionConfig, readConfig } from '#platform/config/config.ts';
import { DAY } from '#platform/lib/clock.ts';
import credentials from '../../fixtures/credentials.json' with { type: 'json' };
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
  it.each(credentials.accepted)('$what', ({ env, files, bot, cloud }) => {
    expect(pairOf(configOf({ ...without, ...env }, { ...files }))).toMatchObject([bot, cloud]);
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
  it.each(credentials.refused)('$what', ({ of, env, problems: expected }) => {
    const all = { ...(of === 'core' ? core : without), ...env };
    const problems = problemsOf(
      Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value ?? undefined])),
    );
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
