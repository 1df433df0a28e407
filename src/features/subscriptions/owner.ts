import { fold } from '../../policy/wording.ts';
import { isGuid } from '../../vendor/segment.ts';
import type { Asking } from './asking.ts';

export interface Owner {
  /** Directory object id, in lower case. */
  readonly objectId: string;
  /** What people read: a name that the policy knows, else the id. */
  readonly name: string;
}

/** Whoever asks ("me"), a person of the policy by name or key, or a directory object id. */
export const findOwner = ({ policy, who }: Asking, text: string): Owner | undefined => {
  const said = text.trim();
  if (/^(me|myself|i)$/i.test(said)) return { objectId: who.objectId, name: who.name };
  const known = policy.people.filter(({ key, name }) => [key, name].some((one) => fold(one) === fold(said)));
  const [only] = known;
  if (only && known.length === 1) return { objectId: only.objectId, name: only.name };
  if (!isGuid(said)) return undefined;
  const objectId = said.toLowerCase();
  return { objectId, name: policy.personByObjectId(objectId)?.name ?? objectId };
};
