import { MOST_LINES } from '#engine/changes/batch/batch.ts';
import type { Removal, RemovalQuestion, Services } from '#features/feature.ts';
import { assignmentsOf } from '../assignments.ts';
import { REMOVE } from '../requestable.ts';
import { removableAccess } from './removable-access.ts';
import { removeTermsOf } from './terms.ts';

/** Every role that a person has, at and below the places of the policy. @throws VendorError */
export const planRemovals = async (
  services: Services,
  { person, by, reason, endBy }: RemovalQuestion,
): Promise<readonly Removal[]> => {
  const all = await assignmentsOf(services, person, endBy);
  const found: Removal[] = [];
  for (let from = 0; from < all.length; from += MOST_LINES) {
    const some = all.slice(from, from + MOST_LINES);
    const { shown } = removableAccess(services, some, { owner: person, reader: by.objectId });
    for (const { assignment, what, stays } of shown) {
      if (stays) found.push({ line: { what, refused: stays }, gave: undefined });
      else {
        const terms = await removeTermsOf(services, assignment, { by: by.name, reason, ticket: '' });
        found.push({ line: { what, kind: REMOVE, terms }, gave: terms.grant ?? undefined });
      }
    }
  }
  return found;
};
