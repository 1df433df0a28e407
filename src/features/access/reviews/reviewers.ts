import { decidersOf, decidingGroups, findRule, namesFor, ruleFor } from '#engine/changes/decision/rules.ts';
import type { Policy, PolicyPerson } from '#policy/policy.ts';
import { reviewEntryOf, rolesOf } from '../policy.ts';
import { GRANT, REMOVE } from '../requestable.ts';
import type { ReviewedAccess, ReviewItem } from './item-store.ts';

type RoleAtPlace = { readonly place: { readonly key: string }; readonly role: { readonly key: string } };

/**
 * Every account that may review this access, by the current policy: the people in its entry for the reviewed place; otherwise those
 * who decide on a request for the role there, or, where there is no such rule, who may remove it. No account of the holder's.
 * @param place key of the reviewed place
 */
const accountsFor = (policy: Policy, place: string, holder: string, held: RoleAtPlace): readonly PolicyPerson[] => {
  const named = reviewEntryOf(policy, place).reviewers;
  const all = named ? named.flatMap((name) => policy.membersOf(name)) : byRules(policy, holder, held);
  return all.filter(({ objectId }) => policy.identityOf(objectId) !== policy.identityOf(holder));
};

const byRules = (policy: Policy, holder: string, { place, role }: RoleAtPlace): readonly PolicyPerson[] => {
  const facets = { place: place.key, role: role.key };
  const { rule, unread } = ruleFor(policy, { kind: GRANT, facets, requester: holder, forSelf: true });
  const deciders = rule ? decidersOf(policy, rule, { requester: holder, concerns: [] }) : [];
  // Where those who decide are unknown, nobody comes in their place.
  const isUnknown = unread.length > 0 || (rule && policy.unreadAmong(decidingGroups(rule)).length > 0);
  if (deciders.length > 0 || isUnknown) return deciders;
  return policy.people.filter(
    ({ objectId }) => findRule(policy, { kind: REMOVE, facets, requester: objectId, forSelf: false }) !== undefined,
  );
};

/** Every group and person of the policy that the right to review this access can depend on. */
export const namesOfReviewers = (
  policy: Policy,
  place: string,
  { place: at, role }: RoleAtPlace,
): readonly string[] => {
  const facets = { place: at.key, role: role.key };
  const { reviewers } = reviewEntryOf(policy, place);
  return reviewers ?? [GRANT, REMOVE].flatMap((kind) => namesFor(policy, { kind, facets }));
};

/** The people who may review this access, each once. */
export const reviewersOfAccess = (policy: Policy, place: string, access: ReviewedAccess): readonly PolicyPerson[] => {
  const accounts = accountsFor(policy, place, access.person.objectId, access);
  return [
    ...new Map(accounts.toReversed().map((one) => [policy.identityOf(one.objectId), one] as const)).values(),
  ].toReversed();
};

/** @param objectId of the person who answers for it */
export const mayReviewAccess = (policy: Policy, place: string, access: ReviewedAccess, objectId: string): boolean =>
  accountsFor(policy, place, access.person.objectId, access).some((one) => one.objectId === objectId.toLowerCase());

/** Whether this person may begin a review of a place: who may review there, for any holder of the access. */
export const mayBeginReview = (policy: Policy, place: string, objectId: string): boolean => {
  const named = reviewEntryOf(policy, place).reviewers;
  if (named) return policy.isIn(objectId, named);
  const roles = [...rolesOf(policy).map(({ key }) => key), ''];
  return roles.some((role) =>
    byRules(policy, '', { place: { key: place }, role: { key: role } }).some(isHim(objectId)),
  );
};

const isHim =
  (objectId: string) =>
  (person: PolicyPerson): boolean =>
    person.objectId === objectId.toLowerCase();

/** The rows of a review that are on this person's card: what they may answer for now, and what they have answered. */
export const itemsFor = (
  policy: Policy,
  place: string,
  items: readonly ReviewItem[],
  objectId: string,
): readonly ReviewItem[] =>
  items.filter(
    ({ state, access, answer }) =>
      state !== 'notAsked' &&
      (mayReviewAccess(policy, place, access, objectId) ||
        answer?.by.objectId.toLowerCase() === objectId.toLowerCase()),
  );

/** Everybody who may answer for one of these rows, each once. */
export const reviewersOfAll = (
  policy: Policy,
  place: string,
  items: readonly Pick<ReviewItem, 'access'>[],
): readonly PolicyPerson[] => [
  ...new Map(
    items.flatMap(({ access }) =>
      reviewersOfAccess(policy, place, access).map((one) => [policy.identityOf(one.objectId), one] as const),
    ),
  ).values(),
];
