import { clean } from '../lib/text.ts';

/** What an error answer says, whichever of the documented envelopes it came in. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly target?: string;
  /** Further messages, one a line. */
  readonly details?: string;
}

export type ErrorDecoder = (text: string) => ErrorBody;

/**
 * The management service's envelopes (documents 1 and 2, Errors): `{code, message}` flat, `{error: {…}}` nested, or
 * both at once, names in any case; `details` is a list of errors or a text. Anything else decodes to empty words.
 */
export const decodeManagementError: ErrorDecoder = (text) => {
  const flat = fields(parsed(text));
  const error = { ...flat, ...present(fields(flat['error'])) };
  const target = word(error['target']);
  const details = describeDetails(error['details']);
  return {
    code: word(error['code']),
    message: word(error['message']),
    ...(target === '' ? {} : { target }),
    ...(details === '' ? {} : { details }),
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The fields of an object by their names in lower case. */
const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]))
    : {};

const present = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));

const word = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? clean(String(value)) : '';

const describeDetails = (details: unknown): string => {
  if (!Array.isArray(details)) return word(details);
  return details
    .map(fields)
    .map((detail) => [word(detail['code']), word(detail['message'])].filter(Boolean).join(': '))
    .filter(Boolean)
    .join('\n');
};
