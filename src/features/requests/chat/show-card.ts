import type { Turn } from '../../../bot/turn/turn.ts';
import { type Change, subjectOf } from '../../../changes/change.ts';
import type { Services } from '../../feature.ts';

/** Puts a copy of the request's card where the person is, with the buttons that go with deciding. */
export const postCard = (turn: Turn, { outbox, database }: Services, change: Change): Promise<void> =>
  outbox.deliver(database.db, {
    subject: subjectOf(change.id),
    face: change.requester.objectId === turn.who.objectId ? 'asker' : 'approvers',
    to: { conversation: turn.where.conversationId, copy: turn.source },
    language: turn.words.locale,
    version: change.version,
  });
