import { DAY } from '../../../src/platform/lib/clock.ts';
import { cloud, people } from '../../world.ts';
import type { World } from '../operation.ts';
import type { Place, Places } from './places.ts';

/** The rules of a role management policy that can refuse a request, in the documents' order (spec/1, Errors). */
export const ruleNames = [
  'ExpirationRule',
  'JustificationRule',
  'EligibilityRule',
  'TicketingRule',
  'MfaRule',
] as const;

export type RuleName = (typeof ruleNames)[number];

/** The requirements of a role's management policy. */
export interface RolePolicy {
  /** Name of the policy, a GUID. */
  readonly name: string;
  readonly maximumMs: number;
  readonly expirationRequired: boolean;
  readonly justification: boolean;
  readonly ticketing: boolean;
  readonly mfa: boolean;
}

export interface Role {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly actions: readonly string[];
  /** Exceptions from the actions. */
  readonly notActions: readonly string[];
  readonly policy: RolePolicy;
}

/** All built-in roles may read role assignments; only Owner and User Access Administrator write them (spec/1, Authentication). */
const SEES_ROLES = '{ns}.Authorization/*/read';
const CHANGES_ROLES = ['{ns}.Authorization/*/Write', '{ns}.Authorization/*/Delete'];

const seesRoles = (actions: readonly string[]): boolean =>
  actions.some((action) => ['*', '*/read', SEES_ROLES].includes(action));

type Rule = 'expiration' | 'justification' | 'ticketing' | 'mfa';

const role = (
  { id, name }: { id: string; name: string },
  description: string,
  actions: readonly string[],
  maximumDays: number,
  ...rules: readonly Rule[]
): Role => ({
  id,
  name,
  description,
  actions: seesRoles(actions) ? actions : [SEES_ROLES, ...actions],
  notActions: actions.includes('*') && id !== cloud.roles.owner.id ? CHANGES_ROLES : [],
  policy: {
    name: `b0110000-0000-4000-8000-${id.slice(-12)}`,
    maximumMs: maximumDays * DAY,
    expirationRequired: rules.includes('expiration'),
    justification: rules.includes('justification'),
    ticketing: rules.includes('ticketing'),
    mfa: rules.includes('mfa'),
  },
});

const { reader, contributor, secretsUser, accessAdministrator, owner } = cloud.roles;

/** `{ns}` in an action is the namespace. The demo data uses the first five; the others fill the list. */
export const roles: readonly Role[] = [
  role(reader, 'See everything, change nothing.', ['*/read'], 90),
  role(contributor, 'Change everything but access.', ['*'], 30, 'expiration', 'justification'),
  role(
    secretsUser,
    'Read the content of secrets in a key vault.',
    ['{ns}.KeyVault/vaults/secrets/getSecret/action'],
    14,
    'expiration',
    'justification',
    'ticketing',
  ),
  role(accessAdministrator, 'Give and take access.', ['*/read', '{ns}.Authorization/*'], 7, 'expiration', 'mfa'),
  role(owner, 'Change everything, access included.', ['*'], 1, 'expiration', 'justification'),
  ...(
    [
      ['43d0d8ad-25c7-4714-9337-8ba259a9fe05', 'Monitoring Reader', 'Read metrics and alerts.', '{ns}.Insights/*/read'],
      [
        '73c42c96-874c-492b-b04d-ab87d138a893',
        'Log Analytics Reader',
        'Search the logs.',
        '{ns}.OperationalInsights/*/read',
      ],
      [
        '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1',
        'Storage Blob Data Reader',
        'Read files in storage.',
        '{ns}.Storage/*/read',
      ],
      [
        '21090545-7ca7-4776-b22c-e363652d74d2',
        'Key Vault Reader',
        'See key vaults, not their secrets.',
        '{ns}.KeyVault/*/read',
      ],
      ['4d97b98b-1d4f-4787-a291-c67834d212e7', 'Network Contributor', 'Change networks.', '{ns}.Network/*'],
      ['39bc4728-0917-49c7-9d2c-d95423bc2eb4', 'Security Reader', 'See security findings.', '{ns}.Security/*/read'],
      ['fa23ad8b-c56e-40d8-ac0c-ce449e1d2c64', 'Billing Reader', 'See costs and invoices.', '{ns}.Billing/*/read'],
    ] as const
  ).map(([id, name, description, action]) => role({ id, name }, description, [action], 180, 'expiration')),
];

/** @param id the role's GUID, any case. */
export const findRole = (id: string): Role | undefined => roles.find((known) => known.id === id.toLowerCase());

/** A role that somebody holds for what they do themselves; it has effect there and below. */
interface OwnRole {
  /** Object id. */
  readonly person: string;
  readonly role: string;
  readonly at: (places: Places) => Place;
}

/**
 * What the story's people may change at the management service themselves: Cy gives and takes access everywhere, Bo owns the
 * gateway and the staging subscription, and nobody else may.
 */
const ownRoles: readonly OwnRole[] = [
  { person: people.cy.objectId, role: cloud.roles.accessAdministrator.id, at: (places) => places.managementGroup },
  { person: people.bo.objectId, role: cloud.roles.owner.id, at: (places) => places.staging },
  { person: people.bo.objectId, role: cloud.roles.owner.id, at: (places) => places.gateway },
];

/** Whether a person's own roles allow an action at a scope. @param action as documented, with `{ns}` for the namespace */
export const hasOwnRight = (
  { places }: Pick<World, 'places'>,
  person: string,
  action: string,
  scope: string,
): boolean => {
  const place = places.find(scope);
  if (!place) return false;
  const reach = [place, ...places.above(place)];
  return ownRoles.some((own) => {
    const role = findRole(own.role);
    return own.person === person && reach.includes(own.at(places)) && role !== undefined && allows(role, action);
  });
};

const allows = ({ actions, notActions }: Role, action: string): boolean =>
  actions.some((pattern) => matches(pattern, action)) && !notActions.some((pattern) => matches(pattern, action));

/** A star stands for any text, slashes included; words are compared in any case. */
const matches = (pattern: string, action: string): boolean => {
  const [first = '', ...others] = pattern.toLowerCase().split('*');
  const text = action.toLowerCase();
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
};
