import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { features } from '#features/index.ts';
import { generatedPages } from '../../scripts/pages/generated-pages.ts';
import { ways } from './operation-usage.ts';
import { ROOT } from './source.ts';

test.each(generatedPages)('$file is current (run `npm run docs`)', ({ file, page }) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toBe(page());
});

const commands = features.flatMap(({ commands: list = [] }) => list);

describe.each(Object.entries(ways))(
  'the way to %s',
  (_operation, { command, declared: file, card, story, test: playedIn }) => {
    it('begins with a command that its file declares, or with a button', () => {
      const typed = commands.find(({ name }) => name === command.toLowerCase());
      const declared = readFileSync(join(ROOT, file), 'utf8');
      expect(typed ? declared.includes(`name: '${command.toLowerCase()}'`) : /actions\.ts$/.test(file)).toBe(true);
    });

    it('leads over files that there are', () => {
      expect([file, card, playedIn].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    });

    it('is played by a test of that name', () => {
      const written = readFileSync(join(ROOT, playedIn), 'utf8');
      const titles = written.split(/\b(?:it|test)\(\s*/).map((part) => part.slice(1, story.length + 1));
      expect(titles).toContain(story);
    });
  },
);
