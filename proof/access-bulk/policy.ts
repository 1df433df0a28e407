import { type PersonKey, type Rules, roles, type WantedLine } from './plan.ts';

const ids: Readonly<Record<PersonKey, string>> = {
  ana: '616ec0de-0000-4000-8000-000000000001',
  bo: '626fc0de-0000-4000-8000-000000000002',
  cy: '6379c0de-0000-4000-8000-000000000003',
  di: '6469c0de-0000-4000-8000-000000000004',
  eve: '6575c0de-0000-4000-8000-000000000005',
  fi: '6669c0de-0000-4000-8000-000000000006',
};
export const idOf = (who: PersonKey): string => ids[who];

export const roleId = (role: WantedLine['role']): string => `acdd72a7-3385-48ef-bd42-00000000000${roles.indexOf(role)}`;

const SUBSCRIPTION = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
export const placeOf = (at: WantedLine['at']) =>
  at === 'payments'
    ? { key: 'payments', title: 'Payments', scope: SUBSCRIPTION }
    : { key: 'vault', title: 'Vault', scope: `${SUBSCRIPTION}/resourceGroups/rg-vault` };

/** The longest that a role may last, in days. */
export const MOST_DAYS = 10;

export interface Rule {
  /** Who decides. */
  readonly decide: readonly PersonKey[];
  readonly approvals: number;
  /** The conversation of its card. */
  readonly card: 'here' | 'there';
}

const LEADS: Rule = { decide: ['bo', 'cy'], approvals: 1, card: 'here' };
const SECURITY: Rule = { decide: ['cy', 'fi'], approvals: 2, card: 'there' };
const NOBODY: Rule = { decide: [], approvals: 0, card: 'here' };
const OWNERS: Rule = { decide: ['fi'], approvals: 1, card: 'here' };

/** The rule of each role that can be requested. */
export const ruleOf: Readonly<Record<Rules, Readonly<Partial<Record<WantedLine['role'], Rule>>>>> = {
  usual: { reader: LEADS, writer: SECURITY, owner: OWNERS, free: NOBODY },
  swapped: {
    reader: { ...LEADS, decide: ['fi', 'cy'] },
    writer: { ...SECURITY, approvals: 1 },
    owner: { ...OWNERS, decide: ['bo'] },
    free: NOBODY,
  },
  fewer: { reader: { ...LEADS, approvals: 2 }, writer: SECURITY, free: NOBODY },
};

const ruleText = ([role, { decide, approvals, card }]: [string, Rule]): string =>
  `    - { name: ${role}, change: access.grant, when: { role: [${role}] }, ask: [askers], approvals: ${approvals}, ${
    decide.length === 0 ? '' : `decide: [${decide.join(', ')}], `
  }card: ${card}, onBehalf: { by: [ana], person: tell } }`;

/** The policy under these rules. */
export const policyText = (rules: Rules): string => `people:
${Object.entries(ids)
  .map(([key, id]) => `  ${key}: { id: ${id}, name: ${key} }`)
  .join('\n')}
groups: { askers: [ana, di, eve] }
places:
  payments: { title: Payments, scope: "${placeOf('payments').scope}" }
  vault: { title: Vault, scope: "${placeOf('vault').scope}" }
conversations: { here: { id: "19:here@thread.tacv2" }, there: { id: "19:there@thread.tacv2" } }
operators: here
access:
  max: ${MOST_DAYS} days
  roles:
${roles.map((role) => `    ${role}: { id: ${roleId(role)}, title: ${role} }`).join('\n')}
changes:
  answerWithin: 1 day
  rules:
${Object.entries(ruleOf[rules]).map(ruleText).join('\n')}
`;
