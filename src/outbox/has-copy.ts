import { baseId } from '../connector/conversations/conversation.ts';
import type { Db } from '../storage/database.ts';
import { findCopies } from './repository.ts';
import type { DeliveryRow } from './tables.ts';

/** Where somebody presses a card. */
export interface CardPlace {
  readonly conversationId: string;
  /** Whose own chat it is, as a directory object id. */
  readonly person?: string;
}

/**
 * Whether a copy of a subject stands there, or is on its way there: also one whose post was answered by nothing, and one
 * that could not be edited any more. A channel is one place with all of its threads.
 */
export const hasCopyIn = async (db: Db, subject: string, where: CardPlace): Promise<boolean> => {
  const copies = await findCopies(db, subject);
  if (copies.some((copy) => isHere(copy, where))) return true;
  const roots = copies.filter(
    ({ target_kind, conversation_id }) => target_kind === 'under' && conversation_id === null,
  );
  for (const { target } of roots) {
    if ((await findCopies(db, target)).some((copy) => isHere(copy, where))) return true;
  }
  return false;
};

const isHere = (copy: DeliveryRow, { conversationId, person }: CardPlace): boolean =>
  copy.conversation_id === null
    ? copy.target_kind === 'person' && copy.target === person
    : baseId(copy.conversation_id) === baseId(conversationId);
