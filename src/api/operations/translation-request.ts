import type { Parts } from '../operation.ts';
import { isGuid } from '../request/path-segment.ts';
import type { Profile } from '../services/profile.ts';

/** The translation of a phrase that is already known (document 3, rule 3): for proper nouns only, and case-sensitive. */
export interface DictionaryEntry {
  readonly phrase: string;
  readonly translation: string;
}

/** One text to translate; entries of the dynamic dictionary stand in it where their phrases do. */
export type TranslationText = string | readonly (string | DictionaryEntry)[];

/** Languages are BCP 47 codes, scripts four-letter codes; what is left out is the document's default. */
export interface TranslationQuestion {
  readonly texts: readonly TranslationText[];
  /** One or several targets. */
  readonly to: readonly string[];
  /** Detected when absent; dictionary entries need it. */
  readonly from?: string;
  /** In `html` each text is a well-formed, complete element. */
  readonly textType?: 'plain' | 'html';
  /** `general`, or the category id of a custom system. */
  readonly category?: string;
  readonly profanityAction?: 'NoAction' | 'Marked' | 'Deleted';
  readonly profanityMarker?: 'Asterisk' | 'Tag';
  readonly includeAlignment?: boolean;
  readonly includeSentenceLength?: boolean;
  /** Where detection fails. */
  readonly suggestedFrom?: string;
  readonly fromScript?: string;
  /** One for each target. */
  readonly toScript?: readonly string[];
  readonly allowFallback?: boolean;
  /** A GUID; the client names each request by its correlation id without being asked. */
  readonly clientTraceId?: string;
}

/** What one request may hold (vendor-facts section 3): characters over texts and targets together, and texts. */
export const translationLimits = { characters: 50_000, elements: 1_000 } as const;

const CODE = /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i;

/** @throws RangeError for what the document does not allow and for more than one request may hold; never with the text */
export const writeTranslation = (question: TranslationQuestion, profile: Profile): Parts => {
  const { texts, to, textType, includeAlignment, includeSentenceLength, allowFallback, toScript } = question;
  refuse(to.length === 0, 'a translation needs a target language');
  refuse(texts.length === 0, 'a translation needs a text');
  refuse(texts.length > translationLimits.elements, `at most ${translationLimits.elements} texts in one request`);
  const codes = [...to, ...[question.from, question.suggestedFrom, question.fromScript, toScript ?? []].flat()];
  refuse(!codes.every((code) => code === undefined || CODE.test(code)), 'a language or script that is no code');
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

/** What a request is charged with, and held to its limit by: UTF-16 code units, markup included, once for each target. */
export const chargedCharacters = (written: readonly string[], targets: number): number =>
  written.reduce((sum, text) => sum + text.length, 0) * targets;

/** A text as it is sent: entries become the profile's markup. In `html` everything but an entry is markup already. */
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
