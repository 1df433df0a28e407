import { DAY } from '../../../src/platform/lib/clock.ts';
import { cloud, people } from '../../world.ts';
import { demoData } from '../demo-data.ts';
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

interface Told {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly actions: readonly string[];
  readonly maximumDays: number;
  readonly rules: readonly Rule[];
}

const roleOf = ({ id, name, description, actions, maximumDays, rules }: Told): Role => ({
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

/** `{ns}` in an action is the namespace. */
export const roles = demoData<readonly Told[]>('story/roles.json').map(roleOf);

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
