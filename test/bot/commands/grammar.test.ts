import { period, reason, text } from '#bot/arguments/types.ts';
import type { Command } from '#bot/commands/registry.ts';
import { delivered } from '#bot/turn/turn.ts';
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

  it.each([
    ['a flag is an argument without a text', 'list jobs failed', { name: 'jobs', failed: 'failed' }],
    ['the text after a flag continues the lead', 'list old failed jobs', { name: 'old jobs', failed: 'failed' }],
    ['a word follows a flag', 'list failed on ledger', { failed: 'failed', place: 'ledger' }],
    ['quoted words start no argument', 'list "jobs on ledger" on books', { name: 'jobs on ledger', place: 'books' }],
    ['typographic quotes count too', 'list on „Books by Ana“', { place: 'Books by Ana' }],
    ['so do single ones, in which an apostrophe is none', 'list on ‘Bo’s on call’', { place: 'Bo’s on call' }],
    [
      'a name is without the address behind its link',
      'list on books (https://b.example/1) because of x (https://b.example/2)',
      { place: 'books', reason: 'of x (https://b.example/2)' },
    ],
    ['quotes inside an argument stay', 'list the "old" jobs', { name: 'the "old" jobs' }],
    ['a single quotation mark is a character', 'list 5" disks on ledger', { name: '5" disks', place: 'ledger' }],
    ['a rest argument keeps its quotes', 'list because "by" is short', { reason: '"by" is short' }],
    [
      'a command whose arguments no word begins gets its text as typed',
      'raw "jobs on ledger"',
      { name: '"jobs on ledger"' },
    ],
    ['a needed argument without a text is empty', 'list jobs by', { name: 'jobs', person: '' }],
    ['another argument without a text is absent', 'list jobs on', { name: 'jobs' }],
    ['a word of two arguments gives the second where the first is there', 'list at a at b', { place: 'a', hour: 'b' }],
    ['it does so where another word gave the first', 'list on a at b', { place: 'a', hour: 'b' }],
    [
      'a name may hold a word before no such text',
      'deploy web for eu for 2 days',
      { name: 'web for eu', until: '2 days' },
    ],
    ['a document begins where it begins', 'deploy web\na: for b\nc:', { name: 'web', document: 'a: for b\nc:' }],
    ['an argument that is given twice is no command', 'list on a on b', undefined],
  ])('%s', (_rule, text, expected) => {
    expect(argumentsIn(text)).toEqual(expected);
  });
});
