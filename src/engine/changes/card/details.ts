import { joinMarkdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { behindDetails, type Details, failureDetails } from '#teams/cards/failure-details.ts';
import { MOST_VISIBLE } from '#teams/cards/placed-buttons.ts';
import type { Change } from '../change.ts';
import type { Description } from '../change-kind.ts';

/**
 * Ids behind the card's button Details, which is in the menu where others need its room.
 * @param shown how many other buttons the card has
 */
export const detailsOf = (
  { failure }: Change,
  { details: ids = NO_TEXT }: Description,
  shown: number,
  words: Words,
): Details => {
  const failed = failure
    ? failureDetails({ code: failure.code, correlation: failure.correlation.slice(0, 12) }, words)
    : {};
  const texts = [ids, failed.details ?? NO_TEXT].filter((text) => text !== '');
  return {
    ...behindDetails(joinMarkdown(texts, '\n\n'), words),
    detailsMode: shown < MOST_VISIBLE ? 'primary' : 'secondary',
  };
};
