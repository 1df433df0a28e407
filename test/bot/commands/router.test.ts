import { clausesOf } from '#bot/arguments/grammar.ts';
import { text } from '#bot/arguments/types.ts';
import { type Command, createRegistry } from '#bot/commands/registry.ts';
import { type Route, route } from '#bot/commands/router.ts';
import { delivered } from '#bot/turn/turn.ts';
import { features } from '#features/index.ts';
import examples from '../../fixtures/bot/parsed-examples.json' with { type: 'json' };
import { fc } from '../../support/fast-check.ts';

const commands = features.flatMap(({ commands: list = [] }) => list);
const registry = createRegistry({ commands, actions: [], messageActions: [], forms: [] });
const found = (text: string): Route => route(registry, text);

/** The command's name and what was written for each argument. */
const read = (text: string) => {
  const result = found(text);
  return result.kind === 'command' ? [result.command.name, result.arguments] : [];
};

/** Examples with what each argument takes of them. A new command needs no line here: the law below holds for every example. */
it.each(Object.entries<Readonly<Record<string, string>>>(examples))('“%s” fills its arguments', (example, args) => {
  const command = commands.find((known) => known.example === example);
  expect(read(example)).toEqual([command?.name, args]);
});

it('a button’s own words are understood when typed: “my invoices”', () => {
  expect(read('my invoices')).toEqual(['transactions', {}]);
});

it.each(commands.map((command) => [command.example, command] as const))(
  'the example “%s” leads to its own command, which takes each of its words',
  (example, command) => {
    const result = found(example);
    expect(result).toMatchObject({ kind: 'command', command: { name: command.name } });
    const taken = result.kind === 'command' ? Object.values(result.arguments).join(' ') : '';
    const grammar = [command.name, ...clausesOf(command.takes).map(({ word }) => word), taken]
      .join(' ')
      .toLowerCase()
      .split(/[\s:]+/);
    expect(
      example
        .toLowerCase()
        .split(/[\s:]+/)
        .filter((word) => !grammar.includes(word)),
    ).toEqual([]);
  },
);

it('a text may follow a colon without a space', () => {
  expect(read('translate:Hello')).toEqual(['translate', { text: ':Hello' }]);
});

it.each(commands.flatMap(({ name, aliases }) => [name, ...aliases].map((word) => [word, name] as const)))(
  '“%s” alone is the command %s',
  (word, name) => {
    expect(read(word)).toEqual([name, word.endsWith(':') ? { text: ':' } : {}]);
  },
);

it.each([
  'REQUEST ROLE reader ON payments',
  '/request role reader on payments',
  '/ request role reader on payments',
  '  request   role\n reader  on   payments ',
])('%j is parsed the same in any spelling', (text) => {
  expect(read(text)).toEqual(['request role', { role: 'reader', place: 'payments' }]);
});

describe('arguments', () => {
  const parts = ['on payments', 'for 5 days', 'from tomorrow 9am', 'ticket INC-1042'];
  const all = { role: 'reader', place: 'payments', duration: '5 days', start: 'tomorrow 9am', ticket: 'INC-1042' };

  it('are the same in any order', () => {
    const orders = fc.shuffledSubarray(parts, { minLength: parts.length });
    fc.assert(
      fc.property(orders, (order) =>
        expect(read(`request role reader ${order.join(' ')}`)).toEqual(['request role', all]),
      ),
    );
  });

  it('keep every word after “because”, also words that start other arguments', () => {
    const reason = 'Bo is on call for payouts until Friday, because of INC-1042 from Monday';
    expect(read(`request role reader because ${reason}`)).toEqual(['request role', { role: 'reader', reason }]);
  });

  it('keep the lines of a reason', () => {
    expect(read('request role reader because one\ntwo')).toEqual([
      'request role',
      { role: 'reader', reason: 'one\ntwo' },
    ]);
  });

  it('keep a keyword that belongs to their value', () => {
    expect(read('request role reader until Friday 17:00')).toEqual([
      'request role',
      { role: 'reader', duration: 'until Friday 17:00' },
    ]);
  });

  it('may contain their own keyword within a name', () => {
    expect(read('watch health service App Service on payments')).toEqual([
      'watch',
      { what: 'health', service: 'App Service', place: 'payments' },
    ]);
    expect(read('watch health service Service Bus, Cognitive Services')).toEqual([
      'watch',
      { what: 'health', service: 'Service Bus, Cognitive Services' },
    ]);
  });

  it('that are missing are left for the form', () => {
    expect(read('request role on payments')).toEqual(['request role', { place: 'payments' }]);
    expect(read('request role reader on')).toEqual(['request role', { role: 'reader' }]);
  });

  it('start at whole words only', () => {
    expect(read('request role informer online')).toEqual(['request role', { role: 'informer online' }]);
  });

  it.each(['my access now please', 'whoami please', 'request role reader on payments on billing', 'waiting for Godot'])(
    'that nobody takes make “%s” no command',
    (text) => {
      expect(found(text).kind).toBe('unknown');
    },
  );
});

describe('a long text', () => {
  const taking = (name: string, more: object): Command => ({
    name,
    aliases: [],
    area: 'help',
    effect: 'shows',
    takes: { text: text.first(), place: text.after('on') },
    example: name,
    run: async () => delivered,
    ...more,
  });
  const list = [taking('say', {}), taking('translate', { long: true, takes: { text: text.first() } })];
  const both = createRegistry({ commands: list, actions: [], messageActions: [], forms: [] });
  const writtenIn = (text: string) => {
    const result = route(both, text);
    return result.kind === 'command' ? (result.arguments['text'] ?? '') : undefined;
  };

  it('reaches a command that takes long texts, uncut', () => {
    const text = 'eine Zeile\n'.repeat(9_000).trim();
    expect(writtenIn(`translate ${text}`)).toBe(text);
  });

  it('is cut for other commands, with an ellipsis', () => {
    const said = writtenIn(`say ${'x '.repeat(40_000)}`) ?? '';
    expect([said.length, said.endsWith('…')]).toEqual([4_000, true]);
  });

  it.each([
    ['words of arguments', `say ${'on '.repeat(30_000)}`],
    ['blanks', `say${' '.repeat(100_000)}`],
    ['a misspelt command', `sya ${'x'.repeat(100_000)}`],
  ])('of %s is parsed without delay', (_what, text) => {
    expect(route(both, text).kind).toBeDefined();
  });
});
