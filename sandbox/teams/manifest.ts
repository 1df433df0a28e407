import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { World } from './api.ts';

const FILE = join(import.meta.dirname, '..', '..', 'manifest', 'manifest.json');

const command = z.object({ title: z.string(), description: z.string() });

const manifest = z.object({
  version: z.string(),
  name: z.object({ short: z.string() }),
  description: z.object({ full: z.string() }),
  bots: z.array(
    z.object({
      commandLists: z.array(z.object({ scopes: z.array(z.string()), commands: z.array(command) })).default([]),
    }),
  ),
  composeExtensions: z
    .array(
      z.object({
        commands: z.array(
          z.object({
            id: z.string(),
            title: z.string(),
            description: z.string().default(''),
            type: z.string().default('query'),
            context: z.array(z.string()).default(['compose', 'commandBox']),
          }),
        ),
      }),
    )
    .default([]),
});

/** What Teams knows of the app from its manifest. */
export type AppManifest = Pick<World, 'app' | 'commands' | 'messageActions'>;

/**
 * Reads the app's manifest as it is in the repository, with its placeholders.
 * @throws Error that names the file when it is missing or no manifest
 */
export const readManifest = (file = FILE): AppManifest => {
  const { version, name, description, bots, composeExtensions } = parse(file);
  const suggested = (scope: string): z.infer<typeof command>[] =>
    bots
      .flatMap(({ commandLists }) => commandLists)
      .filter(({ scopes }) => scopes.includes(scope))
      .flatMap(({ commands }) => commands);
  return {
    app: { name: name.short, description: description.full, version },
    commands: { channel: suggested('team'), personal: suggested('personal') },
    messageActions: composeExtensions
      .flatMap(({ commands }) => commands)
      .filter(({ type, context }) => type === 'action' && context.includes('message'))
      .map(({ id, title, description: what }) => ({ id, title, description: what })),
  };
};

const parse = (file: string): z.infer<typeof manifest> => {
  try {
    return manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} is no manifest of an app`, { cause: error });
  }
};
