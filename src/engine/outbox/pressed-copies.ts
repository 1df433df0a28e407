import { iso } from '#platform/lib/clock.ts';
import { rowCount } from '#platform/storage/claim.ts';
import type { Db } from '#platform/storage/database.ts';
import { HOLD_MS, type PostedAs } from './repository.ts';

/**
 * Delays the edits of a copy that was pressed until the answer has arrived.
 * @returns false when the message is not a delivery of any subject
 */
export const holdPressed = async (db: Db, now: number, at: PostedAs): Promise<boolean> => {
  const until = iso(now + HOLD_MS);
  const result = await db
    .updateTable('deliveries')
    .set((eb) => ({
      hold_until: until,
      set_at: iso(now),
      due_at: eb.case().when('due_at', '<', until).then(until).else(eb.ref('due_at')).end(),
    }))
    .where('activity_id', '=', at.activityId)
    .where('conversation_id', '=', at.conversationId)
    .executeTakeFirst();
  return rowCount(result) > 0;
};

/**
 * After a press on a post whose answer was lost, or had no id: the row gets the post's position.
 * @returns false when no row of this subject waits for a post there, or for its id
 */
export const recognise = async (db: Db, now: number, subject: string, at: PostedAs): Promise<boolean> => {
  const { conversationId, activityId } = at;
  const [base = '', root] = conversationId.split(';messageid=', 2);
  const waiting = db
    .selectFrom('deliveries')
    .select('id')
    .where('subject', '=', subject)
    .where('activity_id', 'is', null)
    // A second post that is being sent will record its own position; this may be the first.
    .where((eb) => eb.or([eb('unclear', '=', 0), eb('lease_until', 'is', null), eb('lease_until', '<=', iso(now))]))
    .where('state', '!=', 'dead')
    .where('conversation_id', 'in', root === activityId ? [conversationId, base] : [conversationId])
    .orderBy('created_at')
    .limit(1);
  const result = await db
    .updateTable('deliveries')
    .set({ conversation_id: conversationId, activity_id: activityId })
    .where('id', '=', waiting)
    .where('activity_id', 'is', null)
    .executeTakeFirst();
  return rowCount(result) === 1;
};
