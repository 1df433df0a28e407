import { period, reason, text } from '#bot/arguments/types.ts';
import type { Command } from '#bot/commands/registry.ts';
import { delivered } from '#bot/turn/turn.ts';
import grammar from '../../fixtures/bot/grammar.json' with { type: 'json' };
import { typedArguments } from '../../support/typed-arguments.ts';

describe('the grammar of arguments', () => {
  const list: Command = {
    name: 'list',
    aliases: [],
    area: 'help',
    effect: 'shows',
    takes: {
      name: text.first(),
      place: text.after('on').orAfter('at'),
      person: text.after('by').with({ mayBeEmpty: true }),
      hour: text.after('at'),
      failed: text.with({ flags: ['failed'] }),
      reason,
    },
    example: 'list',
    run: async () => delivered,
  };
  const deploy: Command = {
    ...list,
    name: 'deploy',
    takes: {
      name: text.first().with({ holdsWords: true }),
      until: period,
      document: text.with({ startsAt: /^\w+:/m }),
    },
  };
  const raw: Command = { ...list, name: 'raw', takes: { name: text.first() } };
  const argumentsIn = typedArguments([list, deploy, raw]);

  it.each(grammar)('$rule', ({ text, expected }) => {
    expect(argumentsIn(text)).toEqual(expected);
  });
});
