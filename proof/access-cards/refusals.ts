import type { Dice } from '../lib/dice.ts';
import { POLICY, RULES } from './ground.ts';
import type { Outcome } from './vendor-front.ts';

export type Rule = (typeof RULES)[number];

/** What the vendor refuses, and in which words. */
export interface Refusal {
  readonly name: string;
  readonly rules: readonly Rule[];
  readonly code: string;
  /** Whether the same grant is somebody else's already. */
  readonly exists: boolean;
}

const EXISTS = 'RoleAssignmentExists';

/** Every choice of one rule or more. */
const choices: readonly (readonly Rule[])[] = Array.from({ length: 2 ** RULES.length - 1 }, (_, n) =>
  RULES.filter((_rule, at) => ((n + 1) >> at) & 1),
);

/** The five rules, their 26 combinations, what exists already, and a code that no document has. */
export const refusals: readonly Refusal[] = [
  ...choices.map((rules): Refusal => ({ name: rules.join(', '), rules, code: POLICY, exists: false })),
  { name: EXISTS, rules: [], code: EXISTS, exists: true },
  { name: 'an unknown code', rules: [], code: 'ClosedOnMondays', exists: false },
];

/** The document's bracketed list, as services write it. */
const lists: readonly ((rules: readonly Rule[]) => string)[] = [
  (rules) => JSON.stringify(rules),
  (rules) => `[ ${rules.map((rule) => `"${rule}"`).join(', ')} ]`,
  (rules) => `[${rules.map((rule) => `'${rule}'`).join(', ')}]`,
  (rules) => `[${rules.join(',')}]`,
  (rules) => JSON.stringify(rules.toReversed()).toLowerCase(),
  (rules) => rules.map((rule) => `${rule} - ${rule.replace('Rule', '')} is not as required`).join(', '),
];

export const WORDINGS = lists.length;

/** @param wording from 0 to under `WORDINGS` */
export const outcomeOf = ({ rules, code, exists }: Refusal, wording: number, dice: Dice): Outcome => {
  if (exists) return { is: 'taken' };
  const list = (lists[wording] ?? JSON.stringify)(rules);
  const message = rules.length > 0 ? `The following policy rules failed: ${list}` : 'We are closed on Mondays.';
  const status = rules.length > 0 ? 400 : dice.pick([400, 403, 404, 409, 422]);
  return { is: 'refused', status, code, message };
};
