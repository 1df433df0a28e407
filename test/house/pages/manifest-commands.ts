import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadTexts } from '../../../src/texts/texts.ts';
import { ROOT } from '../source.ts';

const MANIFEST = 'manifest/manifest.json';
const COMMAND = /\{ "title": "([a-z -]+)"(?:, "description": "[^"]*")? \}/g;

/** manifest.json with what help says of each command in its lists: only titles are written by hand. */
export const manifestPage = (): string => {
  const texts = loadTexts().for('en');
  return readFileSync(join(ROOT, MANIFEST), 'utf8').replace(COMMAND, (_entry, title: string) => {
    const description = texts.plain(`help.command.${title.replaceAll(' ', '-')}`);
    return `{ "title": ${JSON.stringify(title)}, "description": ${JSON.stringify(description)} }`;
  });
};
