import { z } from 'zod';
import { mailboxOf } from '../../lib/email.ts';
import type { Policy, PolicyPerson } from '../../policy/policy.ts';

export const removeUserTerms = z.object({
  app: z.object({ key: z.string(), title: z.string(), owner: z.string(), name: z.string() }),
  email: z.string(),
  reason: z.string(),
});
export type RemoveUserTerms = z.infer<typeof removeUserTerms>;

/** The people of the policy who may get mail at this address: none of them decides. */
export const peopleOf = (policy: Policy, email: string): readonly PolicyPerson[] =>
  policy.people.filter((person) => person.email !== undefined && mailboxOf(person.email) === mailboxOf(email));

/** Whether the policy gives this very address to this person alone. @param objectId of the directory */
export const ownsAddress = (policy: Policy, objectId: string, email: string): boolean => {
  const owners = policy.people.filter((person) => person.email?.toLowerCase() === email.toLowerCase());
  return owners.length === 1 && owners[0]?.objectId === objectId;
};
