import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { policySections } from '#features/index.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { readPolicy } from '#policy/file/read-policy.ts';
import { limitsOf, limitsSection } from '#policy/model/sections.ts';
import { formatProblem } from '#policy/problems/problem.ts';
import { defineSection, type PolicySection, unknownConversation } from '#policy/section.ts';
import { tenantId } from '../../sandbox/world.ts';
import cases from '../fixtures/policies/broken-section.json' with { type: 'json' };
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

test.each(cases)('$what is reported in plain words', ({ text, problem }) => {
  expect(problemsOf(target, text)).toContain(problem);
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
