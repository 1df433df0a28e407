import type { ChangeKind } from '#engine/changes/change-kind.ts';
import { type Explanation, explain } from '#engine/changes/decision/preview.ts';
import { rolesOf } from '#features/access/policy.ts';
import { features } from '#features/index.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import type { Policy, PolicyPerson } from '#policy/policy.ts';
import { suggest } from '#policy/problems/problem.ts';

/** What somebody wants to know. */
interface PolicyQuestion {
  /** A key, name or object id. */
  readonly who: string;
  readonly role: string;
  readonly place: string;
  /** A kind of change, such as access.grant. */
  readonly change: string;
}

/** The answer for programs. */
interface PolicyAnswer extends Explanation {
  readonly person: PolicyPerson;
}

/** @throws Error for a person, role, place or kind of change that the policy does not know */
export const answer = (policy: Policy, { who, role, place, change }: PolicyQuestion): PolicyAnswer => {
  const [person, ...others] = policy.findPeople(who);
  if (!person) throw unknown(who, 'person', keysOf(policy.people));
  if (others.length > 0)
    throw new Error(`several people are called “${who}”: ${keysOf([person, ...others]).join(', ')}`);
  const roles = keysOf(rolesOf(policy));
  if (!roles.includes(role)) throw unknown(role, 'role', roles);
  if (!policy.place(place)) throw unknown(place, 'place', keysOf(policy.places));
  const kinds = features.flatMap(({ changes = [] }) => changes as readonly ChangeKind[]);
  const kind = kinds.find(({ name }) => name === change);
  if (!kind) {
    const names = kinds.map(({ name }) => name);
    throw unknown(change, 'change', names);
  }
  return { person, ...explain(policy, { kind, facets: { role, place }, requester: person.objectId }) };
};

const keysOf = (entries: readonly { readonly key: string }[]): readonly string[] => entries.map(({ key }) => key);

const unknown = (word: string, what: string, known: readonly string[]): Error =>
  new Error(`“${word}” is no ${what} of this policy: ${suggest(word, known, 'there is none')}`);

/** The answer as lines. */
export const linesOf = (policy: Policy, asked: PolicyQuestion): readonly string[] => {
  const { person, passed, rule, as, unread, stages, needs } = answer(policy, asked);
  const role = rolesOf(policy).find(({ key }) => key === asked.role);
  const subject = `${person.name}, ${asked.change}: ${asked.role} at ${asked.place}`;
  const others = passed.map(
    ({ rule, facet, isFor }) => `  not “${rule}”: it is for ${[facet, isFor.join(', ')].filter(Boolean).join(' ')}`,
  );
  if (!rule) {
    const why = unread.length > 0 ? `nobody knows: who is in ${unread.join(', ')} is unknown` : 'may not ask: no rule';
    return [subject, why, ...others];
  }
  const decided = stages.map(({ approvals, people }, index) => {
    const names = people.map(({ name }) => name).join(', ') || 'nobody';
    return `${stages.length > 1 ? `stage ${index + 1}: ` : ''}${approvals} of ${names}`;
  });
  return [
    subject,
    `rule: “${rule.name}”, by ${as ?? 'nothing'}`,
    ...others,
    needs === 0 ? 'decides: nobody, it is sent at once' : `decides: ${decided.join('; ')}`,
    ...(unread.length > 0 ? [`unknown: who is in ${unread.join(', ')}`] : []),
    ...(role ? [`limits: ${limitsOf(role)}`] : []),
  ];
};

const limitsOf = ({ max, startWithin, approvals }: ReturnType<typeof rolesOf>[number]): string =>
  [
    max === undefined ? 'may last for ever' : `lasts at most ${formatDuration(max, 'en')}`,
    `begins within ${formatDuration(startWithin, 'en')}`,
    ...(approvals > 0 ? [`needs at least ${approvals} of all approvals`] : []),
  ].join(', ');
