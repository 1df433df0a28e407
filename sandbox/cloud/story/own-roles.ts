import { cloud, people } from '../../world.ts';
import type { World } from '../operation.ts';
import type { Place, Places } from './places.ts';
import { findRole, type Role } from './roles.ts';

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
