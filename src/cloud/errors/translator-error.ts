import { MINUTE } from '#platform/lib/clock.ts';
import type { TextKey } from '#platform/lib/errors.ts';
import { decodeManagementError, type ErrorDecoder } from './error-body.ts';
import type { ErrorMeaning } from './refusal-codes.ts';

/** The same call cannot succeed. */
const final = (text: TextKey): ErrorMeaning => ({ is: 'final', text });
/** It may succeed later by itself. */
const passing = (text: TextKey): ErrorMeaning => ({ is: 'later', text });

/**
 * The translator's 6-digit codes: the HTTP status, and three digits that refine it (docs/sources.md,
 * Translator). 408001 means that a system is being prepared, for about a minute; 408002 that we sent too slowly.
 */
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
