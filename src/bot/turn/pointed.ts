import type { Outbox } from '#engine/outbox/outbox.ts';
import type { Turn } from './turn.ts';

/** What a message points at that names nothing. */
export interface Pointed {
  readonly by: 'reply' | 'thread';
  /** The subjects of Steward's own messages; none where it points at anything else. */
  readonly subjects: readonly string[];
}

/**
 * The one place where a reply or a thread stands for a name: the message that was replied to, else the thread. Only the
 * outbox says whether Steward posted a message; what a quote says of its author and its content is no reference.
 */
export const readPointed = async (
  { where: { conversationId }, quotes }: Pick<Turn, 'where' | 'quotes'>,
  outbox: Pick<Outbox, 'subjectsOn' | 'subjectsInThread'>,
): Promise<Pointed> => {
  if (quotes === undefined) return { by: 'thread', subjects: await outbox.subjectsInThread(conversationId) };
  const [activityId, ...more] = quotes;
  const isOne = activityId !== undefined && more.length === 0;
  return { by: 'reply', subjects: isOne ? await outbox.subjectsOn({ conversationId, activityId }) : [] };
};
