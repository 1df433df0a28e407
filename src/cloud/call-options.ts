import { SECOND } from '#platform/lib/clock.ts';

/** The part of a turn after the vendor's last answer: rendering the card takes some time. */
const DRAWING = 0.3 * SECOND;

/**
 * For calls that a person waits for: their correlation id, and when the last one must have ended.
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
