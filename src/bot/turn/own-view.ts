import { withRefresh } from '../../cards/refresh.ts';
import { withSpokenMoments } from '../../cards/spoken-moments.ts';
import type { Rendered } from '../../outbox/renderer.ts';
import { type Answer, cardAnswer, type Turn } from './turn.ts';

/** The zone of a turn whose client names none: there the client writes the moments, which it does in its own zone. */
const UNKNOWN_ZONE = 'UTC';

/**
 * A posted card as the person of a turn sees it, in the pressed card's place. In a conversation of several their client asks for it
 * again after each edit.
 */
export const ownView = ({ who, where, words, zone }: Turn, { card, summary, views }: Rendered): Answer => {
  if (!views || where.kind === 'personal') return cardAnswer(card, summary);
  const own = zone === UNKNOWN_ZONE ? card : withSpokenMoments(card, words);
  return cardAnswer(withRefresh(own, views.action, [who.teamsId]), summary);
};
