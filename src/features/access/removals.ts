import type { Removal, RemovalQuestion, Services } from '../feature.ts';
import { type Assignment, assignmentsOf } from './assignments.ts';
import { removeTermsOf } from './removal-terms.ts';
import { REMOVE } from './requestable.ts';

/** Every role that a person has, at and below the places of the policy. @throws VendorError */
export const removals = async (
  services: Services,
  { person, by, reason, endBy }: RemovalQuestion,
): Promise<readonly Removal[]> => {
  const found: Removal[] = [];
  for (const assignment of await assignmentsOf(services, person, endBy)) {
    const { id, role, place } = assignment;
    const what = { text: 'access.removals.role', values: { role: role.title, place: place.title } } as const;
    const ask =
      assignment.held === 'direct'
        ? { kind: REMOVE, terms: await removeTermsOf(services, assignment, { by, reason, ticket: '' }) }
        : { refused: removedElsewhere(assignment) };
    found.push({ key: id.toLowerCase(), what, ask });
  }
  return found;
};

/** It is removed where it comes from. */
const removedElsewhere = ({ held, through }: Assignment) =>
  ({ text: `access.removals.${held === 'group' ? 'group' : 'inherited'}`, values: { through } }) as const;
