import { KIND } from '../../test/engine/changes/simple-kind.ts';
import { idOf } from '../policy-change/policy.ts';

export const askers = ['ana', 'gus'] as const;
export const deciders = ['bo', 'cy', 'di', 'ed'] as const;
export type Decider = (typeof deciders)[number];
export type Role = 'reader' | 'owner' | 'plain';

/** What a rule wants, by docs/policy.md. */
export interface Wanted {
  readonly context?: 'c1' | 'c2';
  /** In minutes. */
  readonly maxAge: number;
}

/** One state of the policy: what each role's rule wants of its approvals; nothing where undefined. */
export type World = Readonly<Record<Role, Wanted | undefined>>;

export const needs: Readonly<Record<Role, number>> = { reader: 1, owner: 2, plain: 1 };

/** The policies that replace each other while people sign in; the first is in force at the beginning. */
export const worlds: readonly World[] = [
  { reader: { maxAge: 5 }, owner: { context: 'c1', maxAge: 2 }, plain: undefined },
  { reader: { context: 'c1', maxAge: 5 }, owner: { context: 'c1', maxAge: 5 }, plain: undefined },
  { reader: { maxAge: 1 }, owner: { context: 'c2', maxAge: 2 }, plain: { maxAge: 5 } },
];

const confirmOf = (wanted: Wanted | undefined): string => {
  if (!wanted) return '';
  const context = wanted.context ? `context: ${wanted.context}, ` : '';
  return `, confirm: { sign-in: { ${context}maxAge: ${wanted.maxAge} minutes } }`;
};

export const policyText = (world: World): string =>
  [
    'people:',
    ...[...askers, ...deciders].map((key) => `  ${key}: { id: ${idOf(key)}, name: ${key} }`),
    `groups: { leads: [${deciders.join(', ')}] }`,
    'conversations: { here: { id: "19:here@thread.tacv2" } }',
    'operators: here',
    'changes:',
    '  answerWithin: 2 days',
    '  rules:',
    ...(Object.keys(needs) as Role[]).map(
      (role) =>
        `    - { name: ${role}, change: ${KIND}, when: { role: ${role} }, ask: everyone, decide: leads, approvals: ${needs[role]}, card: here${confirmOf(world[role])} }`,
    ),
    '',
  ].join('\n');
