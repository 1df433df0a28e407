import { clean } from '#platform/lib/text.ts';
import type { ErrorMeaning } from './refusal-codes.ts';

/** The content of an error answer, from any of the documented envelopes. */
interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly target?: string;
  /** More messages, one on each line. */
  readonly details?: string;
  /** Additional info of it and of its details, each with its type, one on each line. */
  readonly additionalInfo?: string;
  /** For services with codes of their own; otherwise `meaningOf` decides by code and status. */
  readonly meaning?: ErrorMeaning;
}

export type ErrorDecoder = (text: string, status: number) => ErrorBody;

/**
 * The management service's envelopes (docs/sources.md, Errors and limits): `{code, message}` flat, `{error: {…}}` nested, or
 * both at once, names in any case; `details` is a list of errors or a text. Anything else decodes to empty texts.
 */
export const decodeManagementError = (text: string): ErrorBody => {
  const flat = fields(parsed(text));
  const error = { ...flat, ...present(fields(flat['error'])) };
  const target = word(error['target']);
  const details = describeDetails(error['details']);
  const info = describeInfo(error);
  return {
    code: word(error['code']),
    message: word(error['message']),
    ...(target === '' ? {} : { target }),
    ...(details === '' ? {} : { details }),
    ...(info === '' ? {} : { additionalInfo: info }),
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

/** The deepest nesting of errors (docs/sources.md, Errors and limits). */
const DEEPEST = 5;

const describeDetails = (details: unknown, depth = 1): string => {
  if (!Array.isArray(details)) return word(details);
  const within = (detail: Record<string, unknown>): string =>
    depth < DEEPEST ? describeDetails(detail['details'], depth + 1) : '';
  return details
    .map(fields)
    .flatMap((detail) => [[word(detail['code']), word(detail['message'])].filter(Boolean).join(': '), within(detail)])
    .filter(Boolean)
    .join('\n');
};

/** `additionalInfo` of an error and of nested ones (docs/sources.md, Errors and limits): a type and an object of any form. */
const describeInfo = (error: Record<string, unknown>, depth = 0): string => {
  const within = depth < DEEPEST ? listOf(error['details']).map((detail) => describeInfo(detail, depth + 1)) : [];
  return listOf(error['additionalinfo'])
    .map(({ type, info }) => [word(type), asJson(info)])
    .map((parts) => parts.filter(Boolean).join(': '))
    .concat(within)
    .filter(Boolean)
    .join('\n');
};

/** Empty for values that are nested too deeply for JSON. */
const asJson = (value: unknown): string => {
  try {
    return clean(JSON.stringify(value) ?? '');
  } catch {
    return '';
  }
};

const listOf = (value: unknown): readonly Record<string, unknown>[] => (Array.isArray(value) ? value.map(fields) : []);
