import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { appFiles, readPackageValues, zipOf } from '#teams/app-package.ts';

const values = {
  TEAMS_APP_ID: '6d0f6f7e-3c0b-4c39-9a75-0f6f5d6f2a10',
  MicrosoftAppId: '6d0f6f7e-3c0b-4c39-9a75-0f6f5d6f2a11',
  DEVELOPER_NAME: 'North "wind"',
  DEVELOPER_URL: 'https://northwind.example',
  PRIVACY_URL: 'https://northwind.example/privacy',
  TERMS_URL: 'https://northwind.example/terms',
};

const textOf = (file: Uint8Array | undefined): string => Buffer.from(file ?? []).toString('utf8');

describe('the packed app', () => {
  let folder: string;

  /** The app's own folder, with one file of it changed. */
  const changed = (file: string, change: (content: string) => string): string => {
    folder = mkdtempSync(join(tmpdir(), 'steward-app-'));
    cpSync(join(import.meta.dirname, '..', '..', 'manifest'), folder, { recursive: true });
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
    return folder;
  };

  afterEach(() => {
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('opens, and holds all that the manifest names, with every placeholder filled in', async () => {
    const files = unzipSync(zipOf(await appFiles(values)));
    const manifest = JSON.parse(textOf(files['manifest.json']));
    const named = [
      manifest.icons.color,
      manifest.icons.outline,
      ...manifest.localizationInfo.additionalLanguages.map(({ file }: { file: string }) => file),
    ];
    expect(Object.keys(files).sort()).toEqual(['manifest.json', ...named].sort());
    expect(named.length).toBeGreaterThan(2);
    expect(Object.values(files).map(textOf).join('')).not.toContain('${{');
    expect(manifest).toMatchObject({
      id: values.TEAMS_APP_ID,
      developer: { name: values.DEVELOPER_NAME },
      bots: [{ botId: values.MicrosoftAppId }],
      composeExtensions: [{ botId: values.MicrosoftAppId }],
    });
  });

  it('is the same to the last byte however often it is packed', async () => {
    const [first, second] = [await appFiles(values), await appFiles(values)];
    expect(zipOf(new Map([...second].reverse()))).toEqual(zipOf(first));
  });

  it('asks for no right over a team’s or a chat’s messages', async () => {
    const manifest = JSON.parse(textOf((await appFiles(values)).get('manifest.json')));
    expect(manifest).not.toHaveProperty('authorization');
    expect(manifest).not.toHaveProperty('webApplicationInfo');
  });

  it('has the address and the application of people’s sign-in where they are given', async () => {
    const more = {
      PUBLIC_URL: 'https://steward.northwind.example',
      MicrosoftAppIdUri: 'api://steward.northwind.example/1',
    };
    const manifest = JSON.parse(textOf((await appFiles({ ...values, ...more })).get('manifest.json')));
    expect(manifest).toMatchObject({
      validDomains: ['steward.northwind.example'],
      webApplicationInfo: { id: values.MicrosoftAppId, resource: more.MicrosoftAppIdUri },
    });
  });

  it('is refused with the place where Teams’ schema would refuse it', async () => {
    const wrong = changed('manifest.json', (text) => text.replace('"accentColor": "#', '"accentColor": "'));
    await expect(appFiles(values, wrong)).rejects.toThrow(
      /manifest\.json does not conform to Teams. schema:[\s\S]*accentColor/,
    );
  });

  it('is refused where a language has a text for an unknown command', async () => {
    const wrong = changed('languages/de.json', (text) => text.replace('"request role":', '"request roles":'));
    await expect(appFiles(values, wrong)).rejects.toThrow(
      'de has texts for request roles, which the manifest does not have',
    );
  });

  it('shows a command in English where a language has no text for it', async () => {
    const less = changed('languages/de.json', (text) => text.replace(/ *"request role": .*\n/, ''));
    const [whole, shorter] = await Promise.all([appFiles(values), appFiles(values, less)]);
    const places = (files: ReadonlyMap<string, Buffer>): number =>
      Object.keys(JSON.parse(textOf(files.get('de.json')))).length;
    expect(places(whole) - places(shorter)).toBe(3);
  });

  it('is refused where a language’s text is longer than Teams shows', async () => {
    const wrong = changed('languages/de.json', (text) =>
      text.replace(/"short": "Steward"/, `"short": "${'S'.repeat(31)}"`),
    );
    await expect(appFiles(values, wrong)).rejects.toThrow(
      /de\.json does not conform to Teams. schema:[\s\S]*name\.short/,
    );
  });

  it('is refused when the manifest needs a value that is missing', async () => {
    const wrong = changed('manifest.json', (text) => text.replace('TERMS_URL', 'IMPRINT_URL'));
    await expect(appFiles(values, wrong)).rejects.toThrow('the manifest needs IMPRINT_URL');
  });
});

describe('the values of the app’s package', () => {
  it('are asked for all at once, and never repeated', () => {
    const { TERMS_URL: _left, ...rest } = values;
    expect(
      readPackageValues({ ...rest, TEAMS_APP_ID: 'secret-looking', DEVELOPER_URL: 'http://northwind.example' }),
    ).toEqual({
      problems: [
        "TEAMS_APP_ID is wrong: it must be the app's own id in Teams, a GUID that never changes",
        'DEVELOPER_URL is wrong: it must be an https address',
        'TERMS_URL is missing',
      ],
    });
  });
});
