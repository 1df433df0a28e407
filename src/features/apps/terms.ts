import { z } from 'zod';
import type { Policy, PolicyPerson } from '../../policy/policy.ts';
import { mailboxOf } from '../../vendor/operations/app-management-email.ts';

export const removeUserTerms = z.object({
  app: z.object({ key: z.string(), title: z.string(), owner: z.string(), name: z.string() }),
  email: z.string(),
  /** Directory object ids of those whose mailbox it is: they do not decide. */
  people: z.array(z.string()),
  reason: z.string(),
});
export type RemoveUserTerms = z.infer<typeof removeUserTerms>;

/** The people of the policy who get mail at this address. */
export const peopleOf = (policy: Policy, email: string): readonly PolicyPerson[] =>
  policy.people.filter((person) => person.email !== undefined && mailboxOf(person.email) === mailboxOf(email));
