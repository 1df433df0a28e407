import { inspect } from 'node:util';
import { type Config, type ProductionConfig, readConfig } from '#platform/config/config.ts';
import broken from '../../fixtures/broken-settings.json' with { type: 'json' };

type Settings = Record<string, string | undefined>;

const sandboxAppId = '3E9C5B70-0000-4000-8000-000000000001';
const core: Settings = {
  MicrosoftAppId: 'AAAA0000-0000-4000-8000-00000000000A',
  MicrosoftAppPassword: 'canary-bot-password',
  MicrosoftAppTenantId: 'bbbb0000-0000-4000-8000-00000000000b',
  VENDOR_NAMESPACE: 'Vendor',
  VENDOR_BASE_URL: 'https://api.vendor.example/',
  VENDOR_TOKEN_URL: 'http://127.0.0.1:3980/token',
  VENDOR_CLIENT_ID: 'client',
  VENDOR_CLIENT_SECRET: 'canary-vendor-secret',
  POLICY_FILE: './policy.yaml',
};
const coreNames = Object.keys(core);
const translator = { TRANSLATOR_BASE_URL: 'https://translate.example', TRANSLATOR_KEY: 'canary-key' };
const appManagement = { APP_MANAGEMENT_BASE_URL: 'https://apps.example/v1/', APP_MANAGEMENT_TOKEN: 'canary-token' };

const read = (env: Settings, dotEnv?: string) =>
  readConfig(env, { refusedIds: [sandboxAppId], readFile: (path) => (path === '.env' ? dotEnv : undefined) });
const configOf = (env: Settings, dotEnv?: string): Config => {
  const result = read(env, dotEnv);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.config;
};
/** Each problem begins with the name of its setting and whether it is missing or wrong. */
const problemsOf = (env: Settings): readonly string[] => {
  const result = read(env);
  return result.ok ? [] : result.problems.map((problem) => problem.split(':')[0] ?? '');
};

describe('sandbox mode', () => {
  test('is what nothing at all means', () => {
    expect(configOf({})).toEqual({
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 3978,
      teamsPort: 3979,
      vendorPort: 3980,
      logLevel: 'info',
      secretsDir: './data/sandbox/secrets',
      vendorAuth: 'app',
    });
  });

  test('takes its own settings', () => {
    const env = { HOST: 'localhost', PORT: '0', SANDBOX_TEAMS_PORT: '1', SANDBOX_VENDOR_PORT: '2', LOG_LEVEL: 'warn' };
    expect(configOf(env)).toMatchObject({ host: 'localhost', port: 0, teamsPort: 1, vendorPort: 2, logLevel: 'warn' });
  });

  test.each([
    ...coreNames,
    'DATABASE_URL',
    ...Object.keys(translator),
    ...Object.keys(appManagement),
    'TRANSLATOR_REGION',
  ])('ends with %s, even an empty one', (name) => expect(read({ [name]: '' }).ok).toBe(false));
});

describe('production', () => {
  test('is the core whole, with defaults for the rest', () => {
    expect(configOf(core)).toMatchObject({
      mode: 'production',
      host: '0.0.0.0',
      port: 3978,
      policyFile: './policy.yaml',
      bot: {
        appId: 'aaaa0000-0000-4000-8000-00000000000a',
        tenantId: 'bbbb0000-0000-4000-8000-00000000000b',
        credential: { kind: 'secret', clientId: 'aaaa0000-0000-4000-8000-00000000000a' },
      },
      vendor: {
        namespace: 'Vendor',
        management: { baseUrl: 'https://api.vendor.example', credential: { kind: 'secret', clientId: 'client' } },
      },
    });
  });

  test('keeps its data beside it unless told where', () => {
    const config = configOf(core);
    expect(config.mode === 'production' && config.databaseUrl.reveal()).toBe('sqlite:./data/steward.db');
  });

  test('takes the optional groups, the region or none', () => {
    expect(configOf({ ...core, ...translator, ...appManagement })).toMatchObject({
      vendor: {
        translator: { baseUrl: 'https://translate.example' },
        appManagement: { baseUrl: 'https://apps.example/v1' },
      },
    });
  });

  test('shows no secret however it is printed', () => {
    const database = { DATABASE_URL: 'postgres://steward:canary-database@db.example/steward?sslmode=verify-full' };
    const config = configOf({ ...core, ...translator, ...appManagement, ...database });
    expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toContain('canary');
  });

  test.each(['http://localhost:1/x', 'http://[::1]:1', 'https://vendor.example:8443/base'])(
    'takes the address %s',
    (url) => expect(read({ ...core, VENDOR_BASE_URL: url }).ok).toBe(true),
  );

  test.each([
    'http://vendor.example',
    'ftp://vendor.example',
    'vendor.example',
    'https://me:pw@vendor.example',
    'http://127.0.0.1.vendor.example',
  ])('refuses the address %s', (url) =>
    expect(problemsOf({ ...core, VENDOR_TOKEN_URL: url })).toEqual(['VENDOR_TOKEN_URL is wrong']),
  );
});

describe('CLOUD', () => {
  const without = Object.fromEntries(Object.entries(core).filter(([name]) => !/^VENDOR_(NAMESPACE|.*URL)$/.test(name)));

  test.each([
    ['public', 'https://management.azure.com', 'https://login.microsoftonline.com'],
    ['usgov', 'https://management.usgovcloudapi.net', 'https://login.microsoftonline.us'],
    ['dod', 'https://management.usgovcloudapi.net', 'https://login.microsoftonline.us'],
    ['china', 'https://management.chinacloudapi.cn', 'https://login.partner.microsoftonline.cn'],
  ])('%s names the addresses of the vendor that are not given', (CLOUD, baseUrl, signIn) => {
    const tokenUrl = `${signIn}/bbbb0000-0000-4000-8000-00000000000b/oauth2/v2.0/token`;
    expect(configOf({ ...without, CLOUD })).toMatchObject({
      cloud: CLOUD,
      vendor: { namespace: 'Microsoft', management: { baseUrl, tokenUrl } },
    });
  });

  test('is public when it is not given, and names no addresses then', () => {
    expect(configOf(core)).toMatchObject({ cloud: 'public' });
    const names = ['VENDOR_NAMESPACE', 'VENDOR_BASE_URL', 'VENDOR_TOKEN_URL'];
    expect(read(without)).toEqual({
      ok: false,
      problems: names.map((name) => `${name} is missing: set CLOUD to public, usgov, dod or china, or give it`),
    });
  });

  test.each<[string, Settings, readonly string[]]>([
    ['is misspelt', { ...without, CLOUD: 'gcc' }, ['CLOUD is wrong']],
    [
      'has no directory',
      { ...without, CLOUD: 'usgov', MicrosoftAppTenantId: undefined },
      ['MicrosoftAppTenantId is missing'],
    ],
    ['is misspelt, and nothing else is given', { CLOUD: 'gcc' }, ['CLOUD is wrong']],
  ])('which %s is told once, not as missing addresses', (_name, env, problems) => {
    expect(problemsOf(env)).toEqual(problems);
  });

  test('leaves addresses that are given', () => {
    const { vendor } = configOf({ ...core, CLOUD: 'usgov' }) as ProductionConfig;
    expect(vendor.management?.baseUrl).toBe('https://api.vendor.example');
  });

  test.each(broken.clouds)('$what is refused', ({ env, problems }) =>
    expect(problemsOf({ ...core, ...env })).toEqual(problems),
  );
});

describe('the proxy', () => {
  test('is the one of the environment, and absent without one', () => {
    expect(configOf(core)).toMatchObject({ proxy: undefined });
    const config = configOf({ ...core, https_proxy: 'http://me:canary@proxy.example:3128', NO_PROXY: '.example' });
    expect(config).toMatchObject({ proxy: { except: '.example' } });
    expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toContain('canary');
  });

  test.each(['socks5://me:canary@proxy.example', 'http://me:canary%@proxy.example:3128'])(
    'with an unreadable address is refused without showing the address (%#)',
    (HTTPS_PROXY) => {
      const result = read({ ...core, HTTPS_PROXY });
      expect(result.ok ? [] : result.problems).toEqual([
        'HTTPS_PROXY is wrong: it must be the http or https address of a proxy, with a user name and password where it needs them',
      ]);
    },
  );

  test('with an authority that only .env names is refused: Node would not read it', () => {
    const lines = Object.entries({ ...core, NODE_EXTRA_CA_CERTS: '/ca.pem' }).map(
      ([name, value]) => `${name}=${value}`,
    );
    const result = read({}, lines.join('\n'));
    expect(result.ok ? [] : result.problems).toEqual([expect.stringMatching(/^NODE_EXTRA_CA_CERTS is wrong: it must/)]);
    expect(read({ ...core, NODE_EXTRA_CA_CERTS: '/ca.pem' }).ok).toBe(true);
  });
});

describe('a broken configuration names all that is missing or wrong', () => {
  test.each(broken.settings)('$what', ({ of, env, problems }) => {
    const all = { ...(of === 'core' ? core : {}), ...env };
    const given = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value ?? undefined]));
    expect(problemsOf(given).toSorted()).toEqual(problems.toSorted());
  });

  test('every problem says what is wanted', () => {
    const result = read({
      NODE_ENV: 'production',
      PORT: 'x',
      HOST: ' ',
      LOG_LEVEL: 'x',
      DATABASE_URL: 'x',
      TRANSLATOR_KEY: '',
    });
    expect(
      result.ok ? [] : result.problems.filter((problem) => !/: (it must [a-z0-9]|set CLOUD to )/.test(problem)),
    ).toEqual([]);
  });

  test('no problem shows a value', () => {
    const env = Object.fromEntries(
      [...coreNames, 'PORT', 'HOST', 'LOG_LEVEL', 'DATABASE_URL'].map((name) => [name, '¿canary?']),
    );
    expect(JSON.stringify(read({ ...env, ...translator, TRANSLATOR_BASE_URL: '¿canary?' }))).not.toContain('canary');
  });
});

describe('the file .env', () => {
  const lines = Object.entries(core).map(([name, value]) => `${name}=${value}`);

  test('gives what the environment does not', () => {
    expect(configOf({}, ['# core', ...lines].join('\n'))).toMatchObject({
      mode: 'production',
      policyFile: './policy.yaml',
    });
  });

  test('yields to the environment', () => {
    expect(configOf({ PORT: '4000', HOST: undefined }, 'PORT=5000\nHOST=localhost')).toMatchObject({
      port: 4000,
      host: 'localhost',
    });
  });
});
