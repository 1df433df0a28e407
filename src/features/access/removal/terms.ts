import type { Services } from '#features/feature.ts';
import { clean } from '#platform/lib/text.ts';
import type { Assignment } from '../assignments.ts';
import { findActiveGrant } from '../store.ts';
import { grantKey, type RemoveTerms } from '../terms.ts';
import { ticketOf } from '../ticket.ts';

/** The terms of removing an assignment, with the grant of ours that it ends. */
export const removeTermsOf = async (
  services: Services,
  { person, place, role, condition }: Pick<Assignment, 'person' | 'place' | 'role' | 'condition'>,
  details: { readonly by: string; readonly reason: string; readonly ticket: string },
): Promise<RemoveTerms> => {
  const key = grantKey({ person, place, role });
  const standing = await findActiveGrant(services.database.db, key, services.clock.now());
  const granted = standing && (await services.changes.find(standing.change));
  return {
    person,
    place,
    role,
    by: details.by,
    ...(granted && granted.requester.objectId !== person.objectId ? { askedBy: granted.requester.objectId } : {}),
    reason: clean(details.reason),
    ticket: ticketOf(details),
    grant: standing?.change ?? null,
    ...(standing ? { began: standing.start } : {}),
    ...(condition === undefined ? {} : { condition }),
  };
};
