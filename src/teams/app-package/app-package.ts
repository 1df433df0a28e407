import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppManifestUtils } from '@microsoft/app-manifest';
import { zipSync } from 'fflate';
import { localise } from './languages.ts';
import type { PackageValues } from './values.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'manifest');
const LANGUAGES = 'languages';

/**
 * The files of the Teams app by name: the manifest with every placeholder filled in, its localisation files, its icons.
 * @param folder with manifest.json, the icons and the languages
 * @throws Error with each placeholder without a value, and each violation of Teams' schema; checked offline
 */
export const appFiles = async (values: PackageValues, folder = FOLDER): Promise<ReadonlyMap<string, Buffer>> => {
  const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');
  const manifest = JSON.parse(fill(read('manifest.json'), placeholdersOf(values)));
  const languages = readdirSync(join(folder, LANGUAGES))
    .sort()
    .map((file) => {
      const tag = file.replace(/\.json$/, '');
      return { tag, file, content: localise(manifest, tag, JSON.parse(read(LANGUAGES, file))) };
    });
  const whole = {
    ...manifest,
    ...forSignIn(values),
    localizationInfo: {
      defaultLanguageTag: 'en',
      additionalLanguages: languages.map(({ tag, file }) => ({ languageTag: tag, file })),
    },
  };
  await check('manifest.json', whole);
  for (const { file, content } of languages) await check(file, content);
  return new Map<string, Buffer>([
    ['manifest.json', asFile(whole)],
    ...languages.map(({ file, content }) => [file, asFile(content)] as const),
    ...['color.png', 'outline.png'].map((icon) => [icon, readFileSync(join(folder, icon))] as const),
  ]);
};

const placeholdersOf = ({ PUBLIC_URL: _own, MicrosoftAppIdUri: _uri, ...values }: PackageValues) => ({
  ...values,
  BOT_ID: values.MicrosoftAppId,
});

/** Which address the windows of a sign-in may open, and for which application Teams gets people's tokens. */
const forSignIn = ({ PUBLIC_URL, MicrosoftAppId: id, MicrosoftAppIdUri: resource }: PackageValues) => ({
  ...(PUBLIC_URL === undefined ? {} : { validDomains: [new URL(PUBLIC_URL).host] }),
  ...(resource === undefined ? {} : { webApplicationInfo: { id, resource } }),
});

/** A zip whose bytes depend only on the names and contents of the files. */
export const zipOf = (files: ReadonlyMap<string, Buffer>): Uint8Array =>
  zipSync(Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1))), {
    level: 9,
    // Zip keeps local time without a zone: the parts of the date are the same in each.
    mtime: new Date(2020, 0, 1),
  });

const asFile = (content: unknown): Buffer => Buffer.from(`${JSON.stringify(content, null, 2)}\n`);

const fill = (text: string, values: Readonly<Record<string, string>>): string => {
  const names = [...text.matchAll(/\$\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
  const unknown = names.filter((name) => values[name] === undefined);
  if (unknown.length > 0) throw new Error(`the manifest needs ${[...new Set(unknown)].join(', ')}`);
  return text.replace(/\$\{\{(\w+)\}\}/g, (_placeholder, name: string) =>
    JSON.stringify(values[name] ?? '').slice(1, -1),
  );
};

const check = async (file: string, content: Readonly<Record<string, unknown>>): Promise<void> => {
  const schema = await AppManifestUtils.fetchSchema(String(content['$schema']));
  const problems = await AppManifestUtils.validateAgainstSchema(content as never, mended(schema));
  if (problems.length > 0) throw new Error(`${file} does not conform to Teams' schema:\n  ${problems.join('\n  ')}`);
};

/** Two patterns in the published schema for languages have an ambiguous bracket, which a strict parser refuses. */
const mended = <S>(schema: S): S => JSON.parse(JSON.stringify(schema).replaceAll(String.raw`\\b]`, String.raw`\\b\\]`));
