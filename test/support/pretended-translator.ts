import {
  chargedCharacters,
  type TranslationAnswer,
  type TranslationQuery,
  writeText,
} from '#cloud/operations/translation.ts';
import { profileOf } from '#cloud/services/profile.ts';

/** A tag, or text between tags. */
const PART = /<[^>]*>|[^<]+/g;

/** Every word of a text as written, its markup left alone. */
export const eachText = (written: string, html: boolean, say: (text: string) => string): string =>
  html ? written.replace(PART, (part) => (part.startsWith('<') ? part : say(part))) : say(written);

export interface PretendedWays {
  /** What it says in a language; the text as it was when absent. */
  readonly say?: (text: string, to: string) => string;
  readonly detect?: (text: string) => { readonly language: string; readonly score: number };
}

/** A translator without a network: it answers what the document says, and nothing that depends on anything else. */
export const pretend = (
  question: TranslationQuery,
  { say = (text) => text, detect = () => ({ language: 'en', score: 1 }) }: PretendedWays = {},
): TranslationAnswer => {
  const html = question.textType === 'html';
  const written = question.texts.map((text) => writeText(text, html ? 'html' : 'plain', profileOf('Vendor')));
  return {
    results: written.map((text) => ({
      ...(question.from === undefined ? { detectedLanguage: detect(text) } : {}),
      translations: question.to.map((to) => ({ to, text: eachText(text, html, (part) => say(part, to)) })),
    })),
    requestId: 'r-1',
    systems: question.to.map(() => 'Team'),
    meteredUsage: chargedCharacters(written, question.to.length),
  };
};
