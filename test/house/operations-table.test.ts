import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ways } from './operation-ways.ts';
import { readReadme, withOperations } from './operations-table.ts';
import { ROOT } from './source.ts';

test('the README’s tables of operations are what the declarations say (node test/house/write-operations.ts writes them)', () => {
  const readme = readReadme();
  expect(readme).toBe(withOperations(readme));
});

describe.each(Object.entries(ways))('the way to %s', (_operation, { command, card, story }) => {
  it('leads over files that there are', () => {
    expect([command[1], card, story[0]].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('is played by a test of that name', () => {
    const [file, name] = story;
    const written = readFileSync(join(ROOT, file), 'utf8');
    const titles = written.split(/\b(?:it|test)\(\s*/).map((part) => part.slice(1, name.length + 1));
    expect(titles).toContain(name);
  });
});
