import { z } from 'zod';
import { mailboxOf } from '../../lib/email.ts';
import type { Policy, PolicyPerson } from '../../policy/policy.ts';

export const removeUserTerms = z.object({
  app: z.object({ key: z.string(), title: z.string(), owner: z.string(), name: z.string() }),
  email: z.string(),
  reason: z.string(),
});
export type RemoveUserTerms = z.infer<typeof removeUserTerms>;

/** The people of the policy who get mail at this address. */
export const peopleOf = (policy: Policy, email: string): readonly PolicyPerson[] =>
  policy.people.filter((person) => person.email !== undefined && mailboxOf(person.email) === mailboxOf(email));
