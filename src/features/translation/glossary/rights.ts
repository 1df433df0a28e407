import { AppError } from '../../../lib/errors.ts';
import { isAmong, type Readers } from '../../../policy/model/readers.ts';
import type { Policy } from '../../../policy/policy.ts';
import { translationPolicy } from '../policy.ts';

/** Who wants to see or edit, and where: a turn fits. */
interface Asking {
  readonly who: { readonly objectId: string };
  readonly where: { readonly kind: 'personal' | 'channel' | 'group' };
}

const may = (policy: Policy, readers: Readers, { who, where }: Asking): boolean =>
  where.kind === 'personal' || isAmong(policy, who.objectId, readers);

/** A glossary is a whole team's matter; the one of a person's own chat is that person's. */
export const mayEdit = (policy: Policy, asking: Asking): boolean =>
  may(policy, translationPolicy(policy).glossary.edit, asking);

/** @throws AppError that says whom the policy lets change glossaries */
export const requireEditor = (policy: Policy, asking: Asking): void => {
  if (!mayEdit(policy, asking)) throw refused('edit', translationPolicy(policy).glossary.edit);
};

/** Whoever edits may see. @throws AppError that says whom the policy lets see glossaries */
export const requireReader = (policy: Policy, asking: Asking): void => {
  const { see } = translationPolicy(policy).glossary;
  if (!may(policy, see, asking) && !mayEdit(policy, asking)) throw refused('see', see);
};

const refused = (what: 'edit' | 'see', readers: Readers): AppError => {
  const groups = typeof readers === 'string' ? '' : readers.join(', ');
  const code = 'Policy.NotAllowed';
  return groups === ''
    ? new AppError({ code, text: 'translation.glossary.refused.nobody' })
    : new AppError({ code, text: `translation.glossary.refused.${what}`, values: { groups } });
};
