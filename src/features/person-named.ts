import { namesIn } from '#bot/forms/choice-match.ts';
import { isGuid } from '#cloud/request/path.ts';
import { AppError } from '#platform/lib/errors.ts';
import { nameWithId } from '#policy/model/person-names.ts';
import type { Policy } from '#policy/policy.ts';

/**
 * The person a text names: by key, name or object id.
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
    const keys = people.map(({ key, objectId }) => nameWithId(key, objectId)).join(', ');
    throw new AppError({ code: 'Access.ManyPeople', text: 'access.problem.people', values: { person: named, keys } });
  }
  return person.objectId;
};

/**
 * The names in a list of people. What somebody calls themselves in the directory, such as “Bo and Cy”, is no name of theirs where
 * each part of it is somebody's.
 */
export const peopleNamesIn = (policy: Policy, said: string): readonly string[] => {
  const [whole, parts] = [policy.findPeople(said), namesIn(said)];
  const isOurs = whole.some(({ objectId }) => policy.isNamed(objectId));
  const isList = parts.every((part) => policy.findPeople(part).length > 0);
  return isOurs || (whole.length > 0 && !isList) ? [said] : parts;
};
