import { z } from 'zod';
import { type Action, type Command, createRegistry, type Form, type MessageAction } from '#bot/commands/registry.ts';
import { delivered } from '#bot/turn/turn.ts';
import { features } from '#features/index.ts';

const command = (name: string, aliases: string[] = []): Command => ({
  name,
  aliases,
  area: 'help',
  effect: 'shows',
  takes: {},
  example: name,
  run: async () => delivered,
});
const action = (verb: string): Action<unknown> => ({ verb, data: z.object({}), handle: async () => delivered });
const form = (name: string): Form => ({ name, pages: [], submit: async () => delivered });
const inMenu = (name: string): MessageAction => ({ name, open: async () => delivered });
const none = { commands: [], actions: [], messageActions: [], forms: [] };

it.each([
  ['name', { ...none, commands: [command('help'), command('help')] }],
  ['alias', { ...none, commands: [command('help', ['hi']), command('hello', ['hi'])] }],
  ['alias and name', { ...none, commands: [command('help', ['hello']), command('hello')] }],
  ['verb', { ...none, actions: [action('a.b'), action('a.b')] }],
  ['message action', { ...none, messageActions: [inMenu('a'), inMenu('a')] }],
  ['form', { ...none, forms: [form('a'), form('a')] }],
])('two entries with one %s are a start-up error', (_what, entries) => {
  expect(() => createRegistry(entries)).toThrow(/two features use the name "/);
});

it('finds actions, message actions and forms by their exact name only', () => {
  const registry = createRegistry({
    ...none,
    actions: [action('a.b')],
    messageActions: [inMenu('d')],
    forms: [form('c')],
  });
  expect([registry.action('a.b')?.verb, registry.messageAction('d')?.name, registry.form('c')?.name]).toEqual([
    'a.b',
    'd',
    'c',
  ]);
  const strangers = [registry.action('constructor'), registry.form('__proto__'), registry.messageAction('a.b')];
  expect(strangers).toEqual([undefined, undefined, undefined]);
});

describe('commands, actions and forms of the features', () => {
  const commands = features.flatMap(({ commands: list = [] }) => list);
  const actions = features.flatMap(({ actions: list = [] }) => list);
  const messageActions = features.flatMap(({ messageActions: list = [] }) => list);
  const forms = features.flatMap(({ forms: list = [] }) => list);

  it('have unique names', () => {
    expect(() => createRegistry({ commands, actions, messageActions, forms })).not.toThrow();
  });

  it('use no verb of the form controller', () => {
    expect(actions.filter(({ verb }) => verb.startsWith('form.'))).toEqual([]);
  });

  it('have names in lower case, as the router reads them', () => {
    const names = commands.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(names.filter((name) => name !== name.toLowerCase().trim().replace(/\s+/g, ' '))).toEqual([]);
  });
});
