import type { Rendered } from '#engine/outbox/renderer.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { withRefresh, withRelativeMoments } from '#teams/cards/rendered-card.ts';
import { type Answer, cardAnswer, type Turn } from './turn.ts';

/** The zone of a turn whose client names none: there the client writes the moments, which it does in its own zone. */
const UNKNOWN_ZONE = 'UTC';

/** A card that one person sees and that is drawn for this turn: its moments as they say them. */
export const withOwnMoments = (card: CardJson, { words, zone }: Pick<Turn, 'words' | 'zone'>): CardJson =>
  zone === UNKNOWN_ZONE ? card : withRelativeMoments(card, words);

/**
 * A posted card as the person of a turn sees it, in the pressed card's place. In a conversation of several their client asks for it
 * again after each edit.
 */
export const ownView = (turn: Turn, { card, summary, views }: Rendered): Answer => {
  const { who, where } = turn;
  if (!views || where.kind === 'personal') return cardAnswer(card, summary);
  return cardAnswer(withRefresh(withOwnMoments(card, turn), views.action, [who.teamsId]), summary);
};
