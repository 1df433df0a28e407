import { malformedAnswer } from '../errors/errors.ts';
import type { AnyLong, AnySingle } from '../operation.ts';
import type { Answer } from '../transport.ts';

/**
 * What the operation's schema makes of an answer.
 * @throws VendorError `Vendor.Malformed`
 */
export const readResponse = (operation: AnySingle | AnyLong, answer: Answer): unknown => {
  const { status, headers, body, ids } = answer;
  const whole = 'reads' in operation && operation.reads === 'answer';
  const read = operation.answer.safeParse(whole ? { status, headers, body } : body);
  if (read.success) return read.data;
  throw malformedAnswer(status, ids, read.error);
};

/** What an answer says wrongly is its own fault, and told with its ids. */
export const inResponse = <T>(answer: Answer, read: () => T): T => {
  try {
    return read();
  } catch (cause) {
    throw malformedAnswer(answer.status, answer.ids, cause);
  }
};
