import { MOST_LINES, type StoredText } from '#engine/changes/batch/batch.ts';
import type { Services } from '#features/feature.ts';
import type { Assignment } from '../assignments.ts';
import { mayRequest, REMOVE } from '../requestable.ts';

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
