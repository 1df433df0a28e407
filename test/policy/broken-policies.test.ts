import { readPolicy } from '#policy/file/read-policy.ts';
import { formatProblem } from '#policy/problems/problem.ts';
import { cloud, people, tenantId } from '../../sandbox/world.ts';
import broken from '../fixtures/policies/broken-policies.json' with { type: 'json' };
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
  ...broken.map(({ what, piece, by, line, path, remedy }): Case => [what, sample(piece, by), line, path, remedy]),
  ...['everyone', 'SELF'].map((word) =>
    reserved(word, 'groups', sample('leads: [bo]', `leads: [bo]\n  ${word}: [bo]`), 10),
  ),
  ...['everyone', 'self', 'me', 'Myself', 'nobody'].map((word) =>
    reserved(word, 'people', sample('  cy: { id', `  ${word}: { id`).replace('leads, cy', 'leads'), 6),
  ),
  secondPlace(`subscriptions/${production.toUpperCase()}`, 'keep one key for one place, or correct the scope'),
  secondPlace(`/Subscriptions/${production}`, 'keep one key for one place, or correct the scope'),
  secondPlace(`subscriptions/${production}/`, 'subscriptions/<id>'),
  ['a section with nothing in it', `${samplePolicy.split('access:')[0]}access:\n`, 23, 'access', 'keys below it'],
  ['a list as a key', `${samplePolicy}? [a]\n: 1\n`, 29, '', 'write a name'],
  ['a second document', `${samplePolicy}---\npeople: {}\n`, 29, '', 'one file, one policy'],
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
