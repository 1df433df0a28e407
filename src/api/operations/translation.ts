import { decodeTranslatorError } from '../errors/translator-error.ts';
import { defineOperation } from '../operation.ts';
import { writeTranslation } from './translation-request.ts';
import { translationAnswer } from './translation-schemas.ts';

/**
 * Texts into one or more languages; a result for each text, in their order. Each try may be charged. A custom domain's
 * address holds the path before this one. The vendor takes up to 15 s, a custom system 120 s: such a call needs a longer
 * `deadlineMs` than the usual one.
 */
export const translateText = defineOperation({
  id: 'translateText',
  kind: 'single',
  reads: 'answer',
  method: 'POST',
  path: '/translate',
  version: '3.0',
  credential: 'translator',
  success: [200],
  retry: 'charged',
  decodeError: decodeTranslatorError,
  section: 'document 3, Endpoints 1',
  answer: translationAnswer,
  parts: writeTranslation,
});
