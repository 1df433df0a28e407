import { SECOND } from '../lib/clock.ts';

/** What is left of a turn when the vendor's last answer must be there: drawing the card takes some of it. */
const DRAWING = 0.3 * SECOND;

/**
 * For the calls that somebody waits for: what they are traced by, and when the last of them must have ended.
 * @param turn `answerBy` and the result's `endBy` in milliseconds since 1970
 */
export const callOptions = ({
  correlation,
  answerBy,
}: {
  readonly correlation: string;
  readonly answerBy: number;
}) => ({
  correlation,
  endBy: answerBy - DRAWING,
});
