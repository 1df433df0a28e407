import { isGuid } from '../api/request/path.ts';
import { AppError } from '../lib/errors.ts';
import type { Policy } from '../policy/policy.ts';

/**
 * The person whom a text names: by key, name or object id.
 * @returns the directory object id, in lower case
 * @throws AppError for a name that the policy lacks, or that several people have
 */
export const personNamed = (policy: Policy, named: string): string => {
  const people = policy.findPeople(named);
  const [person] = people;
  if (!person && isGuid(named)) return named.toLowerCase();
  if (!person)
    throw new AppError({ code: 'Access.UnknownPerson', text: 'access.problem.person', values: { person: named } });
  if (people.length > 1) {
    const keys = people.map(({ key }) => key).join(', ');
    throw new AppError({ code: 'Access.ManyPeople', text: 'access.problem.people', values: { person: named, keys } });
  }
  return person.objectId;
};
