import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coreSettings } from '../support/core-settings.ts';
import { runProgram } from '../support/steward-process.ts';

/** Stands in every value, right or wrong: no line may show it. */
const canary = 'canary';
const names = Object.keys(coreSettings);
const without = (...gone: readonly string[]) =>
  Object.fromEntries(Object.entries(coreSettings).filter(([name]) => !gone.includes(name)));

const folder = mkdtempSync(join(tmpdir(), 'steward-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a broken configuration ends with 1, names all that is missing and wrong, and shows no value', () => {
  it.concurrent.each<
    [string, Readonly<Record<string, string>>, { missing?: readonly string[]; wrong?: readonly string[] }]
  >([
    ['production with nothing', { NODE_ENV: 'production' }, { missing: names }],
    ['a database and nothing else', { DATABASE_URL: `postgres://me:${canary}@localhost/x` }, { missing: names }],
    [
      'a database elsewhere without TLS',
      { ...coreSettings, DATABASE_URL: `postgres://me:${canary}@db/x` },
      { wrong: ['DATABASE_URL'] },
    ],
    ['no client secret', without('VENDOR_CLIENT_SECRET'), { missing: ['VENDOR_CLIENT_SECRET'] }],
    [
      'no addresses',
      without('VENDOR_BASE_URL', 'VENDOR_TOKEN_URL'),
      { missing: ['VENDOR_BASE_URL', 'VENDOR_TOKEN_URL'] },
    ],
    ['an empty password', { ...coreSettings, MicrosoftAppPassword: '' }, { wrong: ['MicrosoftAppPassword'] }],
    [
      'a tenant by its name',
      { ...coreSettings, MicrosoftAppTenantId: `${canary}.example` },
      { wrong: ['MicrosoftAppTenantId'] },
    ],
    [
      'an address without TLS',
      { ...coreSettings, VENDOR_BASE_URL: `http://${canary}.example` },
      { wrong: ['VENDOR_BASE_URL'] },
    ],
    ['an unknown namespace', { ...coreSettings, VENDOR_NAMESPACE: canary }, { wrong: ['VENDOR_NAMESPACE'] }],
    ['an unknown database', { ...coreSettings, DATABASE_URL: `mysql://${canary}` }, { wrong: ['DATABASE_URL'] }],
    ['half a translator', { ...coreSettings, TRANSLATOR_KEY: canary }, { missing: ['TRANSLATOR_BASE_URL'] }],
    [
      'half an app management',
      { ...coreSettings, APP_MANAGEMENT_TOKEN: canary },
      { missing: ['APP_MANAGEMENT_BASE_URL'] },
    ],
    ['a sandbox open to the network', { HOST: '0.0.0.0' }, { wrong: ['HOST'] }],
    ['a port that is none', { PORT: canary }, { wrong: ['PORT'] }],
    [
      'a little of everything',
      {
        ...without('POLICY_FILE', 'VENDOR_CLIENT_ID'),
        MicrosoftAppId: canary,
        LOG_LEVEL: canary,
        TRANSLATOR_REGION: canary,
      },
      {
        missing: ['POLICY_FILE', 'TRANSLATOR_BASE_URL', 'TRANSLATOR_KEY', 'VENDOR_CLIENT_ID'],
        wrong: ['LOG_LEVEL', 'MicrosoftAppId'],
      },
    ],
  ])('%s', async (_name, settings, { missing = [], wrong = [] }) => {
    const { code, output, errors } = await runProgram('main', folder, settings);
    const told = (what: string) =>
      [...errors.matchAll(new RegExp(`^ *(\\w+) is ${what}: `, 'gm'))].map(([, name]) => name).sort();
    expect({
      code,
      missing: told('missing'),
      wrong: told('wrong'),
      shown: `${output}${errors}`.includes(canary),
    }).toEqual({
      code: 1,
      missing: [...missing].sort(),
      wrong: [...wrong].sort(),
      shown: false,
    });
  });
});

it('leaves nothing behind where it did not start', () => {
  expect(readdirSync(folder)).toEqual([]);
});
