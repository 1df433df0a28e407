import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpKey } from '#features/help/topics.ts';
import { features } from '#features/index.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { ROOT } from '../../test/house/source.ts';

const commands = features.flatMap(({ commands: list = [] }) => list);
const MANIFEST = 'manifest/manifest.json';
const COMMAND = /\{ "title": "([a-z -]+)"(?:, "description": "[^"]*")? \}/g;

/** manifest.json with what help says of each command in its lists: only titles are written by hand. */
export const manifestPage = (): string => {
  const texts = loadTexts().for('en');
  return readFileSync(join(ROOT, MANIFEST), 'utf8').replace(COMMAND, (_entry, title: string) => {
    const command = commands.find(({ name }) => name === title);
    if (!command) throw new Error(`${MANIFEST} lists the unknown command ${title}`);
    const description = texts.plain(helpKey(command));
    return `{ "title": ${JSON.stringify(title)}, "description": ${JSON.stringify(description)} }`;
  });
};
