import { z } from 'zod';
import { decodeTranslatorError } from '#cloud/errors/error-body.ts';
import { defineOperation, type Parts } from '#cloud/operation.ts';
import { isGuid } from '#cloud/request/path.ts';
import { lenient, word } from '#cloud/response/response.ts';
import type { Profile } from '#cloud/services/profile.ts';

/** UTF-16 indices, both inclusive. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

interface AlignedWord {
  readonly source: TextRange;
  readonly target: TextRange;
}

const PAIR = /^(\d+):(\d+)-(\d+):(\d+)$/;

/** `0:2-4:6 4:8-0:2` (docs/sources.md, Translator); empty if the vendor has no alignment. */
const alignment = z.string().transform((projection): readonly AlignedWord[] =>
  projection.split(' ').flatMap((pair) => {
    const [, ...ends] = PAIR.exec(pair) ?? [];
    const [from = Number.NaN, to = Number.NaN, start = Number.NaN, end = Number.NaN] = ends.map(Number);
    return ends.length === 0 ? [] : [{ source: { start: from, end: to }, target: { start, end } }];
  }),
);

const lengths = z.array(z.int().min(0));

const translation = lenient({
  to: z.string().min(1),
  text: z.string(),
  transliteration: lenient({ script: z.string(), text: z.string() }).optional(),
  alignment: lenient({ proj: alignment })
    .transform(({ proj }) => proj)
    .optional(),
  sentLen: lenient({ srcSentLen: lengths, transSentLen: lengths }).optional(),
});

const result = lenient({
  detectedLanguage: lenient({ language: z.string().min(1), score: z.number() }).optional(),
  translations: z.array(translation),
  sourceText: lenient({ text: z.string() })
    .transform(({ text }) => text)
    .optional(),
});

/** A header with one word for each target. */
const systems = z
  .string()
  .transform((list) => list.split(',').map((name) => name.trim()))
  .pipe(z.array(word('Custom', 'Team')));

const headers = z.object({
  'x-requestid': z.string().optional(),
  'x-mt-system': systems.optional(),
  'x-metered-usage': z.coerce.number().optional().catch(undefined),
});

/** The whole answer: results in the order of the texts, and its headers. */
export const translationAnswer = z
  .object({ headers, body: z.array(result) })
  .transform(({ headers: said, body: results }) => ({
    results,
    requestId: said['x-requestid'],
    /** One for each target: `Custom` if a custom system was used, otherwise `Team`. */
    systems: said['x-mt-system'] ?? [],
    /** The charged characters; undefined if the vendor does not report them. */
    meteredUsage: said['x-metered-usage'],
  }));

export type TranslationAnswer = z.infer<typeof translationAnswer>;
export type TranslationResult = TranslationAnswer['results'][number];
export type Translation = TranslationResult['translations'][number];

/** A known translation of a phrase (docs/sources.md, Translator): only for proper nouns, and case-sensitive. */
export interface DictionaryEntry {
  readonly phrase: string;
  readonly translation: string;
}

/** One text to translate; entries of the dynamic dictionary are in it at the places of their phrases. */
export type TranslationText = string | readonly (string | DictionaryEntry)[];

/** Languages are BCP 47 codes, scripts four-letter codes; missing fields have the documented defaults. */
export interface TranslationQuery {
  readonly texts: readonly TranslationText[];
  /** One or more targets. */
  readonly to: readonly string[];
  /** Detected when absent; required for dictionary entries. */
  readonly from?: string;
  /** With `html` each text is a well-formed, complete element. */
  readonly textType?: 'plain' | 'html';
  /** `general`, or the category id of a custom system. */
  readonly category?: string;
  readonly profanityAction?: 'NoAction' | 'Marked' | 'Deleted';
  readonly profanityMarker?: 'Asterisk' | 'Tag';
  readonly includeAlignment?: boolean;
  readonly includeSentenceLength?: boolean;
  /** For texts whose language is not detected. */
  readonly suggestedFrom?: string;
  readonly fromScript?: string;
  /** One for each target. */
  readonly toScript?: readonly string[];
  readonly allowFallback?: boolean;
  /** A GUID; the client uses the correlation id by default. */
  readonly clientTraceId?: string;
}

/** The limits of one request (docs/sources.md, Translator): characters over all texts and targets, and texts. */
export const translationLimits = { characters: 50_000, elements: 1_000 } as const;

const CODE = /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i;

/** @throws RangeError for input that the document does not allow, or over the limits of a request; never with the text */
export const writeTranslation = (question: TranslationQuery, profile: Profile): Parts => {
  const { texts, to, textType, includeAlignment, includeSentenceLength, allowFallback, toScript } = question;
  refuse(to.length === 0, 'a translation needs a target language');
  refuse(texts.length === 0, 'a translation needs a text');
  refuse(texts.length > translationLimits.elements, `at most ${translationLimits.elements} texts in one request`);
  const codes = [...to, ...[question.from, question.suggestedFrom, question.fromScript, toScript ?? []].flat()];
  refuse(!codes.every((code) => code === undefined || CODE.test(code)), 'an invalid language or script code');
  refuse(toScript !== undefined && toScript.length !== to.length, 'a target script for each target language');
  refuse(question.from === undefined && texts.some(hasEntry), 'dictionary entries need the source language');
  refuse(question.clientTraceId !== undefined && !isGuid(question.clientTraceId), 'a client trace id is a GUID');
  const body = texts.map((text) => ({ Text: writeText(text, textType ?? 'plain', profile) }));
  const characters = chargedCharacters(
    body.map(({ Text }) => Text),
    to.length,
  );
  refuse(
    characters > translationLimits.characters,
    `at most ${translationLimits.characters} characters in one request`,
  );
  return {
    path: {},
    query: {
      to,
      from: question.from,
      textType,
      category: question.category,
      profanityAction: question.profanityAction,
      profanityMarker: question.profanityMarker,
      includeAlignment: includeAlignment?.toString(),
      includeSentenceLength: includeSentenceLength?.toString(),
      suggestedFrom: question.suggestedFrom,
      fromScript: question.fromScript,
      toScript,
      allowFallback: allowFallback?.toString(),
      ClientTraceId: question.clientTraceId,
    },
    body,
  };
};

/** The characters of a request for charge and limit: UTF-16 code units, including markup, once for each target. */
export const chargedCharacters = (written: readonly string[], targets: number): number =>
  written.reduce((sum, text) => sum + text.length, 0) * targets;

/** A text as it is sent: entries become the profile's markup. With `html` everything except entries is markup already. */
export const writeText = (text: TranslationText, textType: 'plain' | 'html', profile: Profile): string => {
  const element = `${profile.translatorMarkup}:dictionary`;
  return [text]
    .flat()
    .map((part) => {
      if (typeof part === 'string') return part;
      const phrase = textType === 'html' ? escapeMarkup(part.phrase) : part.phrase;
      return `<${element} translation="${escapeMarkup(part.translation)}">${phrase}</${element}>`;
    })
    .join('');
};

const hasEntry = (text: TranslationText): boolean =>
  typeof text !== 'string' && text.some((part) => typeof part !== 'string');

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const refuse = (wrong: boolean, why: string): void => {
  if (wrong) throw new RangeError(why);
};

/** Translates texts, with a result for each, in order; each try may be charged. A custom system takes up to 120 s: it needs a longer deadline. */
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
  section: 'Translator',
  answer: translationAnswer,
  parts: writeTranslation,
});
