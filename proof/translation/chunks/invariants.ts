import { type TranslationQuery, writeText } from '../../../src/cloud/operations/translation.ts';
import { profileOf } from '../../../src/cloud/services/profile.ts';
import type { Style } from './long-message.ts';

const MOST_CHARACTERS = 50_000;
const MOST_TEXTS = 1_000;

export const writtenTexts = ({ texts, textType }: TranslationQuery): readonly string[] =>
  texts.map((text) => writeText(text, textType === 'html' ? 'html' : 'plain', profileOf('Vendor')));

/** What a request counts, by a reckoning of its own: code units of all texts, once for each language. */
export const countOf = (question: TranslationQuery): number =>
  question.to.length * writtenTexts(question).reduce((sum, text) => sum + text.length, 0);

/** @returns what does not hold of one request by itself */
export const requestViolations = (question: TranslationQuery): string[] => {
  const wrong: string[] = [];
  const count = countOf(question);
  if (count > MOST_CHARACTERS) wrong.push(`a request of ${count} characters`);
  if (question.texts.length > MOST_TEXTS) wrong.push(`a request of ${question.texts.length} texts`);
  if (question.texts.length === 0 || question.to.length === 0) wrong.push('an empty request');
  const torn = writtenTexts(question).filter((text) => question.textType === 'html' && !isWhole(text)).length;
  if (torn > 0) wrong.push(`${torn} texts with torn markup`);
  return wrong;
};

/** One element with everything closed in its place. */
const isWhole = (html: string): boolean => {
  const open: string[] = [];
  let ended = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)(\w+)[^<>]*>/g)) {
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return false;
    if (open.length === 0) ended += 1;
  }
  return open.length === 0 && ended === 1 && html.startsWith('<') && html.endsWith('>');
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

const readable = (text: string): string =>
  text.replace(/<[^>]*>/g, '').replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);

const SENTENCE_END: Readonly<Record<Style, RegExp>> = { words: /! $/, graphemes: /! *$/, dense: /。$/ };

/**
 * Where the pieces of a plain message meet: never inside a grapheme, and after a sentence wherever that was possible.
 * @param texts in the order in which they were sent
 */
export const cutViolations = (content: string, texts: readonly string[], style: Style, room: number): string[] => {
  const wrong: string[] = [];
  const segments = graphemes.segment(content);
  const lines = new Set(content.split('\n').map((line) => line.trim()));
  let at = 0;
  for (const text of texts.map(readable)) {
    // A line that stands there more than once is sent once.
    if (lines.has(text.trim())) continue;
    let start = content.indexOf(text, at);
    while (start > at && !startsLine(content, start)) start = content.indexOf(text, start + 1);
    if (start < 0) return ['a text that is not there, or not in its order'];
    const end = start + text.length;
    at = end;
    if (/^\s*?(?:\n|$)/.test(content.slice(end, end + 3))) continue;
    const containing = segments.containing(end);
    if (containing && containing.index !== end) wrong.push(`a grapheme cut at ${end}`);
    const begun = Math.max(content.lastIndexOf('!', end - 2), content.lastIndexOf('。', end - 2), start);
    const shortSentence = sentenceAround(content, end) < room / 4;
    if (shortSentence && !SENTENCE_END[style].test(content.slice(begun, end))) wrong.push(`a sentence cut at ${end}`);
  }
  return wrong;
};

const startsLine = (content: string, at: number): boolean =>
  content.slice(content.lastIndexOf('\n', at - 1) + 1, at).trim() === '';

const sentenceAround = (content: string, at: number): number => {
  const ends = [content.indexOf('!', at), content.indexOf('。', at), content.indexOf('\n', at), content.length];
  const next = Math.min(...ends.filter((end) => end >= 0));
  const before = Math.max(...['!', '。', '\n'].map((end) => content.lastIndexOf(end, at - 3)), 0);
  return next - before;
};
