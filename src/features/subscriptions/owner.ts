import { isGuid } from '../../api/request/path-segment.ts';
import type { Asking } from './asking.ts';

export interface Owner {
  /** Directory object id, in lower case. */
  readonly objectId: string;
  /** What people read: a name that the policy knows, else the id. */
  readonly name: string;
  /** How rules call them. */
  readonly known: 'requester' | 'known' | 'other';
}

/** Whoever asks ("me"), a person of the policy by name or key, or a directory object id. */
export const findOwner = ({ policy, who }: Asking, text: string): Owner | undefined => {
  const said = text.trim();
  const requester = { objectId: who.objectId, name: who.name, known: 'requester' } as const;
  if (/^(me|myself|i)$/i.test(said)) return requester;
  const known = policy.findPeople(said);
  const [only] = known;
  const objectId = only && known.length === 1 ? only.objectId : isGuid(said) ? said.toLowerCase() : undefined;
  if (objectId === undefined) return undefined;
  if (objectId === who.objectId.toLowerCase()) return requester;
  const person = policy.personByObjectId(objectId);
  return person ? { objectId, name: person.name, known: 'known' } : { objectId, name: objectId, known: 'other' };
};
