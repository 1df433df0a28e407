import { readPolicy } from '#policy/file/read-policy.ts';
import { formatProblem } from '#policy/problems/problem.ts';
import { cloud, people, tenantId } from '../../sandbox/world.ts';
import { samplePolicy, sections } from './sample-policy.ts';

/** The sample with one piece of it replaced. */
const sample = (piece: string, by: string): string => {
  if (!samplePolicy.includes(piece)) throw new Error(`the sample has no ${piece}`);
  return samplePolicy.replace(piece, by);
};

const lines = (...texts: string[]): string => `${texts.join('\n')}\n`;

const bomb = lines(
  'x0: &x0 [a, a, a, a, a, a, a, a, a]',
  ...[1, 2, 3, 4, 5, 6].map((level) => `x${level}: &x${level} [${Array(9).fill(`*x${level - 1}`)}]`),
);

type Case = readonly [what: string, text: string, line: number, path: string, remedy: string];

const reserved = (word: string, area: string, text: string, line: number): Case => [
  ...([`the reserved word ${word} in ${area}`, text, line, `${area}.${word}`, 'another key: everyone, self'] as const),
];

const production = cloud.subscriptions.production.id;
const secondPlace = (scope: string, remedy: string): Case => [
  `a second place with the scope ${scope}`,
  sample('  ledger:\n', `  pay2: { scope: ${scope} }\n  ledger:\n`),
  ...([14, 'places.pay2.scope', remedy] as const),
];

const cases: readonly Case[] = [
  ['an unknown top-level key', sample('guests:', 'guest:'), 21, 'guest', 'did you mean "guests"?'],
  ['the name __proto__', sample('leads: [bo]', '__proto__: [bo]'), 9, 'groups.__proto__', 'letters, digits'],
  ['a name with a space', sample('leads: [bo]', 'the leads: [bo]'), 9, 'groups.the leads', 'letters, digits'],
  ['people as a list', sample(samplePolicy.split('groups')[0] ?? '', 'people: [ana]\n'), 1, 'people', 'keys below it'],
  ['a person without an id', sample(`    id: ${people.bo.objectId}\n`, ''), 3, 'people.bo.id', 'add "id: …"'],
  ['a person with an empty id', sample(people.bo.objectId, ''), 4, 'people.bo.id', 'write a text'],
  ['an e-mail as id', sample(people.bo.objectId, 'bo@northwind.example'), 4, 'people.bo.id', '"whoami" shows'],
  ['a number as id', sample(people.bo.objectId, '12345'), 4, 'people.bo.id', 'in quotes: "12345"'],
  ['the tenant as a person', sample(people.cy.objectId, tenantId.toUpperCase()), 6, 'people.cy.id', '"whoami"'],
  [
    'one id under two keys',
    sample(people.cy.objectId, people.ana.objectId.toUpperCase()),
    6,
    'people.cy.id',
    'one key',
  ],
  ['a misspelt key of a person', sample('name: Bo', 'nmae: Bo'), 5, 'people.bo.nmae', 'did you mean "name"?'],
  ['hidden characters in a name', sample('Bo Lind', '"Bo\\u202eLind"'), 5, 'people.bo.name', 'type it again'],
  ['a group naming nobody', sample('[ana, bo]', '[ana, anna]'), 8, 'groups.engineers.1', 'did you mean "ana"?'],
  ['a person twice in a group', sample('[ana, bo]', '[ana, ana]'), 8, 'groups.engineers.1', 'keep one'],
  ['a group inside a group', sample('leads: [bo]', 'leads: [engineers]'), 9, 'groups.leads.0', 'list its people'],
  ['a group named as a person', sample('leads: [bo]', 'leads: [bo]\n  cy: [bo]'), 10, 'groups.cy', 'another name'],
  ['a text in place of a list', sample('leads: [bo]', 'leads: bo'), 9, 'groups.leads', 'write [bo]'],
  ['a scope that is none', sample('scope: subs', 'scope: sub'), 13, 'places.payments.scope', 'subscriptions/<id>'],
  ['a scope with a wrong id', sample('7c3e-4b59', '7c3e'), 13, 'places.payments.scope', 'subscriptions/<id>'],
  [
    'two places for one name',
    sample('  ledger:', '  payments-PRODUCTION:'),
    14,
    'places.payments-PRODUCTION',
    'another key',
  ],
  [
    'a conversation of a message',
    sample('alerts-payments@thread.tacv2', 'a@b;messageid=1'),
    19,
    'conversations.alerts.id',
    '"where am I"',
  ],
  [
    'a link as a conversation',
    sample('19:alerts-payments', 'https://x.example/l'),
    19,
    'conversations.alerts.id',
    '"where am I"',
  ],
  ...['everyone', 'SELF'].map((word) =>
    reserved(word, 'groups', sample('leads: [bo]', `leads: [bo]\n  ${word}: [bo]`), 10),
  ),
  ...['everyone', 'self', 'me', 'Myself', 'nobody'].map((word) =>
    reserved(word, 'people', sample('  cy: { id', `  ${word}: { id`).replace('leads, cy', 'leads'), 6),
  ),
  secondPlace(`subscriptions/${production.toUpperCase()}`, 'keep one key for one place, or correct the scope'),
  secondPlace(`/Subscriptions/${production}`, 'keep one key for one place, or correct the scope'),
  secondPlace(`subscriptions/${production}/`, 'subscriptions/<id>'),
  ['one conversation under two keys', sample('19:alerts-', '19:approvals-'), 19, 'conversations.alerts.id', 'one key'],
  [
    'a language that is none',
    sample('language: en', 'language: in English'),
    17,
    'conversations.approvals.language',
    'en or pt-BR',
  ],
  ['operators nowhere', sample('operators: alerts', 'operators: alert'), 20, 'operators', 'did you mean "alerts"?'],
  ['a third way with guests', sample('refuse', 'alow'), 21, 'guests', 'did you mean "allow"?'],
  [
    'an unknown administrator',
    sample('administrators: [leads]', 'administrators: [lead]'),
    22,
    'administrators.0',
    'did you mean "leads"?',
  ],
  ['a section with nothing in it', `${samplePolicy.split('access:')[0]}access:\n`, 23, 'access', 'keys below it'],
  [
    'an unknown key in a section',
    sample('deadlineHours', 'deadlineHour'),
    24,
    'access.deadlineHour',
    'did you mean "deadlineHours"?',
  ],
  ['a number too large', sample('deadlineHours: 24', 'deadlineHours: 9000'), 24, 'access.deadlineHours', 'at most 720'],
  [
    'a number that is not whole',
    sample('deadlineHours: 24', 'deadlineHours: 2.5'),
    24,
    'access.deadlineHours',
    'whole number',
  ],
  [
    'a number in quotes',
    sample('deadlineHours: 24', 'deadlineHours: "24"'),
    24,
    'access.deadlineHours',
    'without quotes',
  ],
  ['no number', sample('deadlineHours: 24', 'deadlineHours: .nan'), 24, 'access.deadlineHours', 'without quotes'],
  [
    'a missing key in a section',
    sample('      roles: [Reader]\n', ''),
    26,
    'access.rules.0.roles',
    'add "roles: [one, two]"',
  ],
  [
    'an unknown place in a section',
    sample('place: payments', 'place: paymets'),
    26,
    'access.rules.0.place',
    'did you mean "payments"?',
  ],
  ['a list that is too short', sample('[Reader]', '[]'), 27, 'access.rules.0.roles', 'at least 1'],
  [
    'an unknown group in a section',
    sample('[leads, cy]', '[leads, cyy]'),
    28,
    'access.rules.0.approvers.1',
    'did you mean "cy"?',
  ],
  ['a key twice', sample('  leads: [bo]', '  leads: [bo]\n  leads: [cy]'), 10, '', 'keep one of the two'],
  ['a tab', sample('    name: Bo', '\tname: Bo'), 5, '', 'use spaces'],
  ['a bracket left open', sample('[ana, bo]', '[ana, bo'), 9, '', 'close every ['],
  ['a quote left open', sample('Bo Lind', '"Bo Lind'), 5, '', 'closing quote'],
  ['a second colon', sample('Payments Production', 'Payments: Production'), 12, '', 'quote a value'],
  ['no space after the colon', sample('guests: refuse', 'guests:refuse'), 21, '', 'space after the colon'],
  ['an uneven indentation', sample('    name: Bo', '   name: Bo'), 5, '', 'same column'],
  ['a forbidden first letter', sample('Bo Lind', '@bo'), 5, '', 'in quotes'],
  ['a tag', sample('Bo Lind', '!!binary aGk='), 5, '', 'remove it'],
  ['a list as a key', `${samplePolicy}? [a]\n: 1\n`, 29, '', 'write a name'],
  ['a second document', `${samplePolicy}---\npeople: {}\n`, 29, '', 'one file, one policy'],
  ['an alias of nothing', sample('[leads, cy]', '*nobody'), 28, '', 'write the value itself'],
  ['an alias of itself', sample('[ana, bo]', '&a [ana, *a]'), 8, '', 'write the value itself'],
  ['aliases that multiply', bomb, 4, '', 'write the values themselves'],
  ['brackets without end', `people: ${'['.repeat(100_000)}`, 1, '', 'needless brackets'],
  ['comments only', '# people come later\n', 1, '', 'write "people:"'],
  ['a list for a file', '- people\n', 1, '', 'write "people:"'],
];

test('the sample that the cases break has no problem', () => {
  expect(readPolicy(samplePolicy, sections, tenantId).ok).toBe(true);
});

test.each(cases)('%s is reported with its line and a remedy', (_what, text, line, path, remedy) => {
  const reading = readPolicy(text, sections, tenantId);
  expect(reading.ok ? [] : reading.problems).toContainEqual(
    expect.objectContaining({
      line,
      path,
      message: expect.stringMatching(/\S/),
      remedy: expect.stringContaining(remedy),
    }),
  );
});

test.each(cases)('%s is the only problem reported, or the cause of the others', (_what, text, line) => {
  const reading = readPolicy(text, sections, tenantId);
  expect(reading.ok ? [] : reading.problems.filter((problem) => problem.line < line)).toEqual([]);
});

test('all problems are reported at once, in the order of the lines', () => {
  const text = sample(people.bo.objectId, 'nobody')
    .replace('[ana, bo]', '[ana, boo]')
    .replace('  leads: [bo]', '  leads: [bo]\n  leads: [bo]')
    .replace('scope: subs', 'scope: sub')
    .replace('guests: refuse', 'guests: maybe')
    .replace('deadlineHours: 24', 'deadlineHours: 0')
    .concat('surprise: 1\n');
  const reading = readPolicy(text, sections, tenantId);
  expect(reading.ok ? [] : reading.problems.map(({ line }) => line)).toEqual([4, 8, 10, 14, 22, 25, 30]);
});

test('a reference to a broken entry is no further problem', () => {
  const reading = readPolicy(sample(people.bo.objectId, 'nobody'), sections, tenantId);
  expect(reading.ok ? [] : reading.problems.map(({ path }) => path)).toEqual(['people.bo.id']);
});

test('a problem is written as file, line, column, path, message and remedy', () => {
  const problem = {
    line: 12,
    column: 5,
    path: 'places.payments.scope',
    message: 'it is wrong',
    remedy: 'write it right',
  };
  expect(formatProblem('/etc/steward/policy.yaml', problem)).toBe(
    '/etc/steward/policy.yaml:12:5 places.payments.scope: it is wrong → write it right',
  );
});
