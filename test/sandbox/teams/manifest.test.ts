import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest } from '../../../src/sandbox/teams/manifest.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manifest-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const readText = (text: string): ReturnType<typeof readManifest> => {
  const file = join(folder, 'manifest.json');
  writeFileSync(file, text);
  return readManifest(file);
};
const whole = {
  version: '1.2.3',
  name: { short: 'Steward' },
  description: { full: 'What it is for.' },
  bots: [
    {
      commandLists: [
        { scopes: ['team', 'personal'], commands: [{ title: 'help', description: 'both' }] },
        { scopes: ['personal'], commands: [{ title: 'mine', description: 'personal' }] },
      ],
    },
  ],
};

test('commands are suggested by scope', () => {
  const both = { title: 'help', description: 'both' };
  expect(readText(JSON.stringify(whole)).commands).toEqual({
    channel: [both],
    personal: [both, { title: 'mine', description: 'personal' }],
  });
});

test('only actions on messages stand in the menu of a message', () => {
  const commands = [
    { id: 'ask', type: 'action', title: 'Ask', description: 'about it', context: ['message', 'compose'] },
    { id: 'make', type: 'action', title: 'Make', context: ['compose'] },
    { id: 'find', type: 'query', title: 'Find', context: ['message'] },
  ];
  expect(readText(JSON.stringify({ ...whole, composeExtensions: [{ commands }] })).messageActions).toEqual([
    { id: 'ask', title: 'Ask', description: 'about it' },
  ]);
});

test('an app without message actions has none', () => {
  expect(readText(JSON.stringify(whole)).messageActions).toEqual([]);
});

test.each([
  ['no JSON', 'hello'],
  ['no manifest', '{}'],
])('%s is an error that names the file', (_name, text) => {
  expect(() => readText(text)).toThrow(join(folder, 'manifest.json'));
});
