import { readPolicyText, shipped } from '../support/shipped-policy.ts';

type Case = readonly [what: string, piece: string, by: string, remedy: RegExp, where: string];

const READER = 'ACDD72A7-3385-48EF-BD42-F606FBA81AE7';

/** Each breaks one piece of the shipped policy; the problem is to be told in the line of `where`. */
const cases: readonly Case[] = [
  ['an unknown group in decide', 'decide: [security]', 'decide: [sekurity]', /did you mean "security"/, '[sekurity]'],
  [
    'an unknown group in ask',
    'ask: [payments, platform]',
    'ask: [payment, platform]',
    /did you mean "payments"/,
    '[payment,',
  ],
  [
    'a card that names no conversation',
    'card: approvals',
    'card: aprovals',
    /did you mean "approvals"/,
    'card: aprovals',
  ],
  [
    'approvals without deciders',
    '    - name: sensitive',
    '    - name: sensitive',
    /"decide"|"approvals: 0"/,
    '- name: sensitive',
  ],
  [
    'approvals without a place for the card',
    '    - name: sensitive',
    '    - name: sensitive',
    /"card"/,
    '- name: sensitive',
  ],
  ['an invalid duration', 'answerWithin: 8 hours', 'answerWithin: soon', /8 hours/, 'answerWithin: soon'],
  [
    'a month, whose length varies',
    'finishWithin: 1 hour',
    'finishWithin: 1 month',
    /8 hours|2 days/,
    'finishWithin: 1 month',
  ],
  ['a misspelt key of a rule', 'ask: [payments', 'asks: [payments', /did you mean "ask"/, 'asks: [pay'],
  [
    'a misspelt key of the section',
    'answerWithin: 8',
    'anwserWithin: 8',
    /did you mean "answerWithin"/,
    'anwserWithin',
  ],
  ['a rule for a role that is none', 'role: [owner,', 'role: [ownr,', /did you mean "owner"/, 'role: [ownr'],
  [
    'a rule for a place that is none',
    'when: { role: [reader',
    'when: { place: ledgr, role: [reader',
    /did you mean "ledger"/,
    'place: ledgr',
  ],
  [
    'a rule for a change that is none',
    'change: access.remove\n      ask: [self]',
    'change: access.remov\n      ask: [self]',
    /did you mean "access.remove"/,
    'change: access.remov\n',
  ],
  [
    'a rule that asks for what nothing has',
    'when: { role: [reader',
    'when: { colour: [reader',
    /place.*role|role.*place/,
    'colour',
  ],
  [
    'two rules of one name',
    'name: platform and security take away',
    'name: payments roles',
    /name of its own/,
    'name: payments roles\n      change: access.remove',
  ],
  ['no rules at all', 'rules:\n    - name', 'rule:\n    - name', /did you mean "rules"/, 'rule:'],
  [
    'more approvals than can be',
    'decide: [security]',
    'approvals: 9\n      decide: [security]',
    /at most 5/,
    'approvals: 9',
  ],
  ['a rule without a name', '- name: payments roles\n      change', '- change', /add "name/, '- change'],
  ['a role id that is no GUID', 'id: acdd72a7-3385-48ef-bd42-f606fba81ae7', 'id: reader', /GUID/, 'id: reader'],
  [
    'approvals that are none',
    'decide: [security]',
    'approvals: two\n      decide: [security]',
    /at most 5.*security: 1/,
    'approvals: two',
  ],
  [
    'an unknown group in approvals',
    'decide: [security]',
    'approvals: { security: 1, platfrom: 1 }',
    /did you mean "platform"/,
    'platfrom',
  ],
  [
    'more approvals than there are people to give them',
    'decide: [security]',
    'approvals: 2\n      decide: [security]',
    /add people|fewer approvals/,
    'decide: [security]',
  ],
  [
    'approvals of a group that does not decide',
    'decide: [security]',
    'approvals: { auditors: 1 }\n      decide: [security]',
    /add people|fewer approvals/,
    'approvals: { auditors',
  ],
  [
    'one person who is to stand for two groups',
    'decide: [security]',
    'approvals: { security: 1, auditors: 1 }',
    /add people|fewer approvals/,
    'approvals: { security',
  ],
  [
    'a role that needs more approvals than its rule asks for',
    'title: Owner',
    'approvals: 2\n      title: Owner',
    /approvals: 2.*without "owner"/,
    '- name: sensitive',
  ],
  ['a second account of nobody', 'email: fi@northwind.example', 'same as: anna', /did you mean "ana"/, 'same as: anna'],
  ['a second account of itself', 'email: fi@northwind.example', 'same as: fi', /first account/, 'same as: fi'],
  ['a start that may be no length ahead', 'max: 14 days', 'startWithin: soon', /30 days/, 'startWithin: soon'],
  ['a longest time for all that is none', 'access:\n', 'access:\n  max: no end\n', /30 days/, 'max: no end'],
  ['a role with two keys', 'b24988ac-6180-42a0-ab88-20f7382dd24c', READER, /keep one key for one role/, READER],
  [
    'an app with two keys',
    'northwind-payments/terminal-android',
    'Northwind-Payments/wallet-iOS',
    /keep one key for one app/,
    'wallet-iOS',
  ],
  ['a data share with two keys', '/gateway-stat', '/Settlement-Reports # ', /key for one data share/, '/Settlement-R'],
  ['a subscription that is a place too', '5e2f8b7c1d11', '5E2F8B7C1D01', /key for one subscription/, '5E2F8B7C1D01'],
  ['a longest time that is none', 'max: 14 days', 'max: fortnight', /30 days/, 'max: fortnight'],
  ['a role named as nobody can type it', '    secrets:', '    Key Vault:', /lowercase letters/, '    Key Vault:'],
  ['a misspelt key of a role', 'about: Read the', 'abuot: Read the', /did you mean "about"/, 'abuot'],
  [
    'an unknown group that may list',
    'access:\n',
    'access:\n  list: [auditor]\n',
    /did you mean "auditors"/,
    'auditor]',
  ],
];

const broken = ([what, piece, by]: Case): string => {
  if (!shipped.includes(piece)) throw new Error(`the shipped policy has no ${piece}`);
  // An escalation would bring people who are enough, and further lines with the same fault.
  const text = shipped.replace(/\n +# Those who have not[^\n]*\n +remind:.*\n +escalate:.*/, '').replace(piece, by);
  const within = text.indexOf('- name: sensitive');
  const without = (key: string) => text.slice(0, within) + text.slice(within).replace(new RegExp(`\n +${key}: .*`), '');
  if (what === 'one person who is to stand for two groups') return text.replace('auditors: [fi]', 'auditors: [cy]');
  if (what === 'approvals without deciders') return without('decide');
  return what === 'approvals without a place for the card' ? without('card') : text;
};

const problemsOf = (text: string) => {
  const reading = readPolicyText(text);
  return reading.ok ? [] : reading.problems;
};

it('the shipped policy, which the cases break, has no problem', () => {
  expect(problemsOf(shipped)).toEqual([]);
});

/** The line of the file as it was broken in which this piece stands. */
const lineOf = (text: string, piece: string): number => text.slice(0, text.indexOf(piece)).split('\n').length;

it.each(cases)('%s is told with its line and what to write', (...one) => {
  const [, , , remedy, where] = one;
  const text = broken(one);
  expect(problemsOf(text)).toContainEqual(
    expect.objectContaining({
      line: lineOf(text, where),
      message: expect.stringMatching(/\S/),
      remedy: expect.stringMatching(remedy),
    }),
  );
});

it.each(cases)('%s is told beside nothing that has another cause', (...one) => {
  const text = broken(one);
  const lines = problemsOf(text).map(({ line }) => line);
  expect(Math.max(...lines) - Math.min(...lines)).toBeLessThanOrEqual(3);
});

it('a chain of accounts is told with the first one', () => {
  const text = shipped
    .replace('email: fi@northwind.example', 'same as: di')
    .replace('email: di@northwind.example', 'email: di@northwind.example, same as: ana');
  expect(problemsOf(text)).toEqual([expect.objectContaining({ remedy: 'write the first account: ana' })]);
});

it('a later rule may ask for fewer approvals of a role that an earlier one takes whole', () => {
  const strict = `    - name: owners need two
      change: access.grant
      when: { role: owner }
      ask: [payments, platform]
      approvals: { security: 1, platform: 1 }
      card: approvals
    - name: sensitive`;
  const text = shipped
    .replace('title: Owner', 'approvals: 2\n      title: Owner')
    .replace('    - name: sensitive', strict);
  expect(problemsOf(text)).toEqual([]);
  expect(
    problemsOf(text.replace('ask: [payments, platform]\n      approvals', 'ask: [payments]\n      approvals')),
  ).toEqual([expect.objectContaining({ message: expect.stringContaining('"owner" needs 2 approvals') })]);
});

it('two rules of one name are told, since cards and the audit go by the name', () => {
  const text = shipped.replace('name: payments roles', 'name: sensitive roles need security');
  expect(problemsOf(text)).toEqual([expect.objectContaining({ remedy: 'give each rule a name of its own' })]);
});

it('all of a section’s slips are told at once, in the order of their lines', () => {
  const text = shipped
    .replace('max: 14 days', 'max: fortnight')
    .replace('answerWithin: 8 hours', 'answerWithin: soon')
    .replace('id: acdd72a7-3385-48ef-bd42-f606fba81ae7', 'id: reader');
  const lines = problemsOf(text).map(({ line }) => line);
  expect(lines).toEqual([lineOf(text, 'id: reader'), lineOf(text, 'max: fortnight'), lineOf(text, 'answerWithin')]);
});
