import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { policySections } from '#features/index.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { readPolicy } from '#policy/file/read-policy.ts';
import { limitsOf, limitsSection } from '#policy/model/sections.ts';
import { formatProblem } from '#policy/problems/problem.ts';
import { unknownConversation } from '#policy/problems/unknown-names.ts';
import { defineSection, type PolicySection } from '#policy/section.ts';
import { tenantId } from '../../sandbox/world.ts';
import { ROOT } from '../house/source.ts';
import { createTestPolicy } from '../support/policy.ts';

const problemsOf = (section: PolicySection<unknown>, text: string): string[] => {
  const reading = readPolicy(text, [section], tenantId);
  return reading.ok ? [] : reading.problems.map((problem) => formatProblem('policy.yaml', problem));
};

const target = defineSection(
  'target',
  z.strictObject({
    to: z.union([z.strictObject({ conversation: z.string() }), z.array(z.string()).max(2)]).optional(),
    kind: z.discriminatedUnion('is', [
      z.strictObject({ is: z.literal('days'), days: z.number().positive() }),
      z.strictObject({ is: z.literal('never') }),
    ]),
    code: z
      .string()
      .regex(/^[A-Z]+$/, 'is no code → write capital letters')
      .optional(),
    labels: z.record(z.string().regex(/^[a-z]+$/), z.boolean()).optional(),
    size: z.string().max(3).optional(),
  }),
  ({ to }, policy) =>
    to && 'conversation' in to ? unknownConversation(policy, to.conversation, ['to', 'conversation']) : [],
);

const withKind = (rest: string): string => `target:\n  kind: { is: never }\n  ${rest}\n`;

test.each([
  [
    'a missing section',
    'people: {}\n',
    ['policy.yaml:1:1 target: the section is missing → add it as in the example policy'],
  ],
  [
    'a shape of neither kind',
    withKind('to: 7'),
    ['policy.yaml:3:3 target.to: the number 7 is not of an accepted type → write it as in the example policy'],
  ],
  [
    'a misspelt key of one kind',
    withKind('to: { conversaton: a }'),
    ['policy.yaml:3:3 target.to.conversation: "conversation" is missing → add "conversation: …"'],
  ],
  [
    'a word that tells the kinds apart',
    'target:\n  kind: { is: dais }\n',
    ['policy.yaml:2:11 target.kind.is: "dais" is not an accepted value → did you mean "days"?'],
  ],
  [
    'a number that must be more',
    'target:\n  kind: { is: days, days: 0 }\n',
    ['policy.yaml:2:21 target.kind.days: the number 0 is too small → write more than 0'],
  ],
  [
    'words of the schema itself',
    withKind('code: abc'),
    ['policy.yaml:3:3 target.code: "abc" is no code → write capital letters'],
  ],
  [
    'a text too long',
    withKind('size: abcd'),
    ['policy.yaml:3:3 target.size: "abcd" is too long → the number of characters must be at most 3'],
  ],
  [
    'a truth in quotes',
    withKind('labels: { a: "yes" }'),
    ['policy.yaml:3:13 target.labels.a: "yes" is not true or false → write true or false without quotes'],
  ],
  [
    'a conversation that nobody named',
    withKind('to: { conversation: alerts }'),
    ['policy.yaml:3:9 target.to.conversation: "alerts" is not a key under conversations → add the conversation first'],
  ],
])('%s is reported in plain words', (_what, text, expected) => {
  expect(problemsOf(target, text)).toEqual(expect.arrayContaining(expected));
});

test('a key that a record refuses is reported at that key', () => {
  expect(problemsOf(target, withKind('labels:\n    Aa: true'))).toEqual([
    expect.stringContaining('policy.yaml:4:5 target.labels.Aa'),
  ]);
});

test('the check of a section does not run on a value that does not fit', () => {
  const check = jest.fn(() => []);
  problemsOf(defineSection('target', z.string(), check), 'target: 7\n');
  expect(check).not.toHaveBeenCalled();
});

const blocksOf = (file: string): string =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```$/gm)]
    .map(([, block]) => block)
    .join('\n');

it('the examples in docs/policy.md form one policy without a problem', () => {
  expect(readPolicy(blocksOf('docs/policy.md'), policySections, undefined)).toMatchObject({ ok: true });
});

it('every section of the policy has an example in docs/policy.md', () => {
  const shown = blocksOf('docs/policy.md');
  expect(policySections.map(({ name }) => name).filter((name) => !new RegExp(`^${name}:`, 'm').test(shown))).toEqual(
    [],
  );
});

const read = (text: string) => limitsOf(createTestPolicy(`people: {}\n${text}`, [limitsSection]).current());

it('without the section everybody has the default limits', () => {
  expect(read('').commands).toEqual({
    person: { count: 20, within: MINUTE },
    conversation: { count: 60, within: MINUTE },
    tenant: { count: 1_000, within: MINUTE },
  });
});

it('a section that names one limit leaves the others at their defaults', () => {
  const { presses, forms, openRequests } = read(
    'limits: { presses: { person: { count: 9, within: 2 minutes } }, openRequests: { person: 3 } }',
  );
  expect([presses.person, presses.tenant.count]).toEqual([{ count: 9, within: 2 * MINUTE }, 3_000]);
  expect([forms.person.count, openRequests]).toEqual([20, { person: 3, tenant: 2_000 }]);
});

it.each([
  ['as much at once as a conversation', 'commands: { person: { count: 60, within: 1 hour } }'],
  ['as much in the long run as a conversation', 'commands: { person: { count: 20, within: 20 seconds } }'],
  ['more than the tenant', 'forms: { tenant: { count: 10, within: 1 minute } }'],
])('a limit of one person that is %s is refused', (_what, text) => {
  expect(() => read(`limits:\n  ${text}\n`)).toThrow('one person could use up the whole limit of a');
});
