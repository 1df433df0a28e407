import { type ProductionConfig, readConfig } from '#platform/config/config.ts';

type Settings = Record<string, string | undefined>;

const core: Settings = {
  MicrosoftAppId: 'AAAA0000-0000-4000-8000-00000000000A',
  MicrosoftAppPassword: 'canary-bot-password',
  MicrosoftAppTenantId: 'bbbb0000-0000-4000-8000-00000000000b',
  CLOUD: 'public',
  VENDOR_CLIENT_ID: 'client',
  VENDOR_CLIENT_SECRET: 'canary-vendor-secret',
  POLICY_FILE: './policy.yaml',
};
const PUBLIC_URL = 'https://steward.northwind.example/';

const configOf = (env: Settings): ProductionConfig => {
  const result = readConfig(env, { refusedIds: [] });
  if (!result.ok || result.config.mode !== 'production') throw new Error('these settings are not whole');
  return result.config;
};

test('people sign in at Steward’s own address, and with single sign-on for its application', () => {
  const env = { ...core, PUBLIC_URL, MicrosoftAppIdUri: 'api://steward.northwind.example/1' };
  const { publicUrl, exchange } = configOf(env);
  expect([publicUrl?.(), exchange]).toEqual(['https://steward.northwind.example', 'api://steward.northwind.example/1']);
});

test('without an address nobody can sign in', () =>
  expect(configOf(core)).toMatchObject({ publicUrl: undefined, exchange: undefined }));

test('what people approve is sent with Steward’s own identity, unless it is said otherwise', () => {
  expect(configOf(core).vendorAuth).toBe('app');
  expect(configOf({ ...core, PUBLIC_URL, VENDOR_AUTH: 'user' }).vendorAuth).toBe('user');
});

test.each<[string, Settings, string]>([
  ['http', { PUBLIC_URL: 'http://steward.northwind.example' }, 'PUBLIC_URL is wrong'],
  ['a path', { PUBLIC_URL: 'https://northwind.example/steward' }, 'PUBLIC_URL is wrong'],
  ['no api address', { PUBLIC_URL, MicrosoftAppIdUri: 'https://steward.example' }, 'MicrosoftAppIdUri is wrong'],
  ['no address beside VENDOR_AUTH=user', { VENDOR_AUTH: 'user' }, 'PUBLIC_URL is missing'],
  ['another VENDOR_AUTH', { VENDOR_AUTH: 'person' }, 'VENDOR_AUTH is wrong'],
  ['no address beside single sign-on', { MicrosoftAppIdUri: 'api://steward' }, 'PUBLIC_URL is missing'],
])('the start ends with %s', (_what, wrong, problem) => {
  const result = readConfig({ ...core, ...wrong }, { refusedIds: [] });
  expect(result.ok ? [] : result.problems.map((line) => line.split(':')[0])).toEqual([problem]);
});
