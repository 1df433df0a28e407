import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppManifestUtils } from '@microsoft/app-manifest';
import { zipSync } from 'fflate';
import { z } from 'zod';

const https = z
  .string()
  .regex(/^https:\/\//, 'must be an https address')
  .refine((url) => URL.canParse(url), 'must be an https address');

/** The organisation's values for the manifest's `${{…}}`. */
const packageValues = z.object({
  TEAMS_APP_ID: z.guid("must be the app's own id in Teams, a GUID that never changes"),
  MicrosoftAppId: z.guid("must be the bot's app id, a GUID"),
  DEVELOPER_NAME: z.string().min(1, 'must not be empty').max(32, 'must have at most 32 characters'),
  DEVELOPER_URL: https,
  PRIVACY_URL: https,
  TERMS_URL: https,
  /** Steward's own address and its Application ID URI, where people sign in to confirm decisions. */
  PUBLIC_URL: https.optional(),
  MicrosoftAppIdUri: z
    .string()
    .regex(/^api:\/\//, 'must be an Application ID URI, as api://…')
    .optional(),
});

type PackageValues = z.infer<typeof packageValues>;

/** @returns the values, or every problem at once, without values */
export const readPackageValues = (
  given: Readonly<Record<string, string | undefined>>,
): { readonly values: PackageValues } | { readonly problems: readonly string[] } => {
  const read = packageValues.safeParse(given);
  if (read.success) return { values: read.data };
  const wrong = new Map(read.error.issues.map(({ path, message }) => [String(path[0]), message]));
  return {
    problems: [...wrong].map(([name, message]) =>
      given[name] === undefined ? `${name} is missing` : `${name} is wrong: it ${message}`,
    ),
  };
};

/** The app's texts in another language, by their subject instead of their place in the manifest. */
const words = z.strictObject({
  name: z.strictObject({ short: z.string(), full: z.string() }),
  description: z.strictObject({ short: z.string(), full: z.string() }),
  /** By the command as typed, which is the same in every language. */
  commands: z.record(z.string(), z.string()),
  messageActions: z.record(z.string(), z.strictObject({ title: z.string(), description: z.string() })),
});

/** The translated parts of the manifest. */
const translated = z.looseObject({
  bots: z.array(
    z.looseObject({
      commandLists: z.array(z.looseObject({ commands: z.array(z.looseObject({ title: z.string() })) })),
    }),
  ),
  composeExtensions: z.array(z.looseObject({ commands: z.array(z.looseObject({ id: z.string() })) })),
});

const SCHEMA = 'https://developer.microsoft.com/json-schemas/teams/v1.25/MicrosoftTeams.Localization.schema.json';

/** One localisation file of the package, texts by their place in the manifest. @throws Error with the texts that have no place there */
const localise = (manifest: unknown, language: string, written: unknown): Readonly<Record<string, string>> => {
  const said = words.parse(written);
  const { bots, composeExtensions } = translated.parse(manifest);
  const commands = bots.flatMap(({ commandLists }, bot) =>
    commandLists.flatMap(({ commands: listed }, list) =>
      listed.map(({ title }, index) => ({
        key: title,
        entries: [[`bots[${bot}].commandLists[${list}].commands[${index}].description`, said.commands[title]] as const],
      })),
    ),
  );
  const actions = composeExtensions.flatMap(({ commands: listed }, extension) =>
    listed.map(({ id }, index) => {
      const place = `composeExtensions[${extension}].commands[${index}]`;
      const action = said.messageActions[id];
      return {
        key: id,
        entries: [[`${place}.title`, action?.title] as const, [`${place}.description`, action?.description] as const],
      };
    }),
  );
  const all = [...commands, ...actions];
  const known = new Set(all.map(({ key }) => key));
  const idle = [...Object.keys(said.commands), ...Object.keys(said.messageActions)].filter((key) => !known.has(key));
  if (idle.length > 0)
    throw new Error(`${language} has texts for ${idle.join(', ')}, which the manifest does not have`);
  return Object.fromEntries([
    ['$schema', SCHEMA],
    ['name.short', said.name.short],
    ['name.full', said.name.full],
    ['description.short', said.description.short],
    ['description.full', said.description.full],
    ...all.flatMap(({ entries }) => entries.flatMap(([place, text]) => (text === undefined ? [] : [[place, text]]))),
  ]);
};

const FOLDER = join(import.meta.dirname, '..', '..', 'manifest');
const LANGUAGES = 'languages';

/** The files of the Teams app by name. @throws Error with each placeholder without a value, and each violation of Teams' schema */
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
