import { z } from 'zod';

/** The app's texts in another language, by their subject instead of their place in the manifest. */
const words = z.strictObject({
  name: z.strictObject({ short: z.string(), full: z.string() }),
  description: z.strictObject({ short: z.string(), full: z.string() }),
  /** By the command as typed, which is the same in every language. */
  commands: z.record(z.string(), z.string()),
  messageActions: z.record(z.string(), z.strictObject({ title: z.string(), description: z.string() })),
});

/** The translated parts of the manifest. */
export const translated = z.looseObject({
  bots: z.array(
    z.looseObject({
      commandLists: z.array(z.looseObject({ commands: z.array(z.looseObject({ title: z.string() })) })),
    }),
  ),
  composeExtensions: z.array(z.looseObject({ commands: z.array(z.looseObject({ id: z.string() })) })),
});

const SCHEMA = 'https://developer.microsoft.com/json-schemas/teams/v1.25/MicrosoftTeams.Localization.schema.json';

/**
 * One localisation file of the package: texts by their place in the manifest. Teams shows the manifest's English if the
 * language has no text.
 * @throws Error with the texts that have no place in the manifest
 */
export const localise = (manifest: unknown, language: string, written: unknown): Readonly<Record<string, string>> => {
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
