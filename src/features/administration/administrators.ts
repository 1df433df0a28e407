import type { PolicyStore } from '#policy/file/policy-store.ts';
import { notAllowed, type Policy } from '#policy/policy.ts';

/** Whether the policy names this person among its administrators, by any of their accounts. @param objectId of the directory */
export const isAdministrator = (policy: Policy, objectId: string): boolean => {
  const me = policy.identityOf(objectId);
  return policy.people.some(
    (account) => policy.identityOf(account.objectId) === me && policy.isIn(account.objectId, policy.administrators),
  );
};

/** Who wants to do what only administrators may. */
interface Wanting {
  readonly objectId: string;
  readonly guest?: true;
}

/** @throws AppError for anybody else, and for guests whatever the policy says: it names who may, and the audit has it */
export const requireAdministrator = (policy: Policy, { objectId, guest }: Wanting): void => {
  const may = (person: string): boolean => isAdministrator(policy, person);
  if (guest || !may(objectId)) throw notAllowed('administration.refused.notYou', policy, may);
};

/**
 * The same for what is done now: with the members of the administrators' directory groups at this moment.
 * @returns the policy with them
 * @throws AppError for anybody else, also where such a group can't be read
 */
export const requireAdministratorNow = async (
  policy: Pick<PolicyStore, 'current' | 'readNow'>,
  who: Wanting,
): Promise<Policy> => {
  const now = await policy.readNow(policy.current().administrators);
  const read = now.current();
  requireAdministrator(read, who);
  return read;
};
