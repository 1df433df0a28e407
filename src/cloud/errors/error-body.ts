import { MINUTE } from '#platform/lib/clock.ts';
import type { TextKey } from '#platform/lib/errors.ts';
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

/** The management service's envelopes (docs/sources.md, Errors and limits), flat, nested or both; anything else decodes to empty texts. */
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

/** The same call cannot succeed. */
const final = (text: TextKey): ErrorMeaning => ({ is: 'final', text });
/** It may succeed later by itself. */
const passing = (text: TextKey): ErrorMeaning => ({ is: 'later', text });

/** The translator's 6-digit codes (docs/sources.md, Translator): 408001 is a system in preparation, for about a minute; 408002 a slow client. */
export const translatorMeanings: Readonly<Record<string, ErrorMeaning>> = {
  400000: final('vendor.translator.input'),
  400002: final('vendor.translator.category'),
  400003: final('vendor.translator.language'),
  400004: final('vendor.translator.targetScript'),
  400005: final('vendor.translator.text'),
  400006: final('vendor.translator.languageAndScript'),
  400018: final('vendor.translator.sourceScript'),
  400019: final('vendor.translator.unsupportedLanguage'),
  400020: final('vendor.translator.element'),
  400021: final('vendor.translator.apiVersion'),
  400023: final('vendor.translator.languagePair'),
  400035: final('vendor.translator.sourceLanguage'),
  400036: final('vendor.translator.targetLanguage'),
  400042: final('vendor.translator.option'),
  400043: final('vendor.translator.traceId'),
  400050: final('vendor.translator.textTooLong'),
  400070: final('vendor.translator.scriptCount'),
  400071: final('vendor.translator.textType'),
  400072: final('vendor.translator.tooManyTexts'),
  400074: final('vendor.translator.notJson'),
  400075: final('vendor.translator.pairAndCategory'),
  400077: final('vendor.translator.requestTooBig'),
  400079: final('vendor.translator.noCustomSystem'),
  401000: final('vendor.translator.credentials'),
  401015: final('vendor.translator.otherService'),
  403000: final('vendor.translator.notAllowed'),
  403001: final('vendor.translator.quota'),
  405000: final('vendor.translator.method'),
  408001: { ...passing('vendor.translator.beingPrepared'), waitMs: MINUTE },
  408002: passing('vendor.translator.slowClient'),
  415000: final('vendor.translator.contentType'),
  429000: passing('vendor.translator.tooManyRequests'),
  429001: passing('vendor.translator.tooManyRequests'),
  429002: passing('vendor.translator.tooManyRequests'),
  500000: passing('vendor.translator.unexpected'),
  503000: passing('vendor.translator.away'),
};

const byStatus: Readonly<Record<number, ErrorMeaning>> = {
  401: final('vendor.translator.credentials'),
  403: final('vendor.translator.notAllowed'),
};

/** `{error: {code, message}}`, the code a number; an answer without a code of 6 digits counts by its status. */
export const decodeTranslatorError: ErrorDecoder = (text, status) => {
  const body = decodeManagementError(text);
  const meaning = translatorMeanings[body.code] ?? byStatus[status];
  return meaning ? { ...body, meaning } : body;
};
