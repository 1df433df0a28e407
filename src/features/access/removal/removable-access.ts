import { MOST_LINES, type StoredText } from '#engine/changes/batch/batch.ts';
import type { Removal, RemovalQuestion, Services } from '#features/feature.ts';
import { clean } from '#platform/lib/text.ts';
import { type Assignment, assignmentsOf } from '../assignments.ts';
import { ticketOf } from '../limits.ts';
import { mayRequest, REMOVE } from '../requestable.ts';
import { findActiveGrant } from '../store.ts';
import { grantKey, type RemoveTerms } from '../terms.ts';

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

/** Something that a person is eligible for, and why it stays where it cannot be removed here. */
export interface RemovableAccess {
  readonly assignment: Assignment;
  readonly what: StoredText;
  readonly stays: StoredText | undefined;
}

/**
 * What of this a reader may ask to be removed, what stays, and why; what can be removed comes first, and no more than fits into one
 * request.
 * @param owner whose it is: a directory object id
 * @param reader who asks
 */
export const removableAccess = (
  services: Services,
  all: readonly Assignment[],
  { owner, reader }: { readonly owner: string; readonly reader: string },
): { readonly shown: readonly RemovableAccess[]; readonly left: number } => {
  const found = all.map((assignment) => ({
    assignment,
    what: whatOf(assignment),
    stays: whyItStays(services, assignment, owner, reader),
  }));
  const ordered = [...found.filter(({ stays }) => !stays), ...found.filter(({ stays }) => stays)];
  return { shown: ordered.slice(0, MOST_LINES), left: Math.max(0, ordered.length - MOST_LINES) };
};

const whatOf = ({ role, place }: Assignment): StoredText => ({
  text: 'access.form.offer',
  values: { role: role.title, place: place.title },
});

/** A group's role is removed at the group, an inherited one at the place above. */
const whyItStays = (
  services: Services,
  { held, through, person, place, role }: Assignment,
  owner: string,
  reader: string,
): StoredText | undefined => {
  if (held !== 'direct') return { text: `access.removeAll.stays.${held}`, values: { through } };
  if (place.key === '' || role.key === '') return { text: 'access.removeAll.stays.unknown', values: {} };
  const facets = { place: place.key, role: role.key };
  const may = person.objectId === owner && mayRequest(services, REMOVE, facets, reader, owner);
  return may ? undefined : { text: 'access.removeAll.stays.notAllowed', values: {} };
};

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
