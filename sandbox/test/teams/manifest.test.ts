import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderPerTest } from '../../../test/support/temp-folder.ts';
import { readManifest } from '../../teams/manifest.ts';

const folder = folderPerTest();

const readText = (text: string) => {
  const file = join(folder(), 'manifest.json');
  writeFileSync(file, text);
  return readManifest(file);
};
const both = { title: 'help', description: 'both' };
const mine = { title: 'mine', description: 'personal' };
const commandLists = [
  { scopes: ['team', 'personal'], commands: [both] },
  { scopes: ['personal'], commands: [mine] },
];
const read = (more: object = {}) =>
  readText(
    JSON.stringify({
      version: '1.2.3',
      name: { short: 'Steward' },
      description: { full: 'What it is for.' },
      bots: [{ commandLists }],
      ...more,
    }),
  );

test('commands are suggested by scope, and an app without message actions has none', () => {
  expect(read()).toMatchObject({ commands: { channel: [both], personal: [both, mine] }, messageActions: [] });
});

test('the menu of a message has the actions on messages only', () => {
  const commands = [
    { id: 'ask', type: 'action', title: 'Ask', description: 'about it', context: ['message', 'compose'] },
    { id: 'make', type: 'action', title: 'Make', context: ['compose'] },
    { id: 'find', type: 'query', title: 'Find', context: ['message'] },
  ];
  expect(read({ composeExtensions: [{ commands }] }).messageActions).toEqual([
    { id: 'ask', title: 'Ask', description: 'about it' },
  ]);
});

test.each([
  ['no JSON', 'hello'],
  ['no manifest', '{}'],
])('a file that is %s is an error with the name of the file', (_name, text) => {
  expect(() => readText(text)).toThrow(join(folder(), 'manifest.json'));
});
