import { VendorError } from '../../../src/cloud/errors/errors.ts';
import { type TranslationQuery, writeText } from '../../../src/cloud/operations/translation.ts';
import { profileOf } from '../../../src/cloud/services/profile.ts';
import type { Order, Result } from '../../../src/features/translation/translation.ts';
import { TranslationFault } from '../../../src/features/translation/translator/faults.ts';
import { translate } from '../../../src/features/translation/translator/translate.ts';
import type { fc } from '../../../test/support/fast-check.ts';
import { toSource } from '../../../test/support/message-source.ts';
import { pretend } from '../../../test/support/pretended-translator.ts';
import { asker, createTranslating, orderOf } from '../../../test/support/translating.ts';
import { anyDice } from '../../lib/check-case.ts';
import { defineCheck } from '../../lib/define-check.ts';
import type { Dice } from '../../lib/dice.ts';
import { type LongMessage, longMessage, loud, type Style } from './long-message.ts';

const MOST_CHARACTERS = 50_000;
const MOST_TEXTS = 1_000;

const writtenTexts = ({ texts, textType }: TranslationQuery): readonly string[] =>
  texts.map((text) => writeText(text, textType === 'html' ? 'html' : 'plain', profileOf('Vendor')));

/** What a request counts, by a reckoning of its own: code units of all texts, once for each language. */
const countOf = (question: TranslationQuery): number =>
  question.to.length * writtenTexts(question).reduce((sum, text) => sum + text.length, 0);

/** @returns what does not hold of one request by itself */
const requestViolations = (question: TranslationQuery): string[] => {
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
const cutViolations = (content: string, texts: readonly string[], style: Style, room: number): string[] => {
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

const LANGUAGES = ['de', 'fr', 'ja', 'pt', 'es', 'it', 'ko', 'zh-Hans', 'zh-Hant', 'ar', 'nl', 'pl'];

/** What is wrong with the translator in a run. */
type Trouble =
  | { readonly is: 'none' }
  /** It takes less than it says. */
  | { readonly is: 'small'; readonly characters: number; readonly texts: number }
  /** This request gets 503 as long as the first run lasts. */
  | { readonly is: 'away'; readonly request: number };

const refusal = (status: number, vendorCode: string): VendorError =>
  new VendorError({
    code: `Vendor.${vendorCode}`,
    text: 'vendor.translator.away',
    arrived: status === 503 ? 'no' : 'yes',
    status,
    vendorCode,
  });

const troubleOf = (dice: Dice): Trouble => {
  if (dice.oneIn(3)) {
    return { is: 'small', characters: 2_000 + dice.below(40_000), texts: dice.pick([1, 7, 900]) };
  }
  return dice.oneIn(2) ? { is: 'away', request: dice.below(12) } : { is: 'none' };
};

const cases = anyDice.map((dice) => ({
  long: longMessage(dice),
  to: LANGUAGES.slice(0, 1 + dice.below(LANGUAGES.length)),
  trouble: troubleOf(dice),
  refusalCode: dice.pick(['400050', '400077']),
}));
type ChunksCase = typeof cases extends fc.Arbitrary<infer One> ? One : never;

const violations = async ({ long, to, trouble, refusalCode }: ChunksCase): Promise<string[]> => {
  const order: Order = { ...orderOf('', to, { from: 'en' }), message: long.message };
  const taken: TranslationQuery[] = [];
  const refused: TranslationQuery[] = [];
  let recovered = false;

  const bench = createTranslating(async (question) => {
    const refuse = (error: VendorError): never => {
      refused.push(question);
      throw error;
    };
    const number = taken.length + refused.length;
    if (trouble.is === 'small') {
      if (question.texts.length > trouble.texts) refuse(refusal(400, '400072'));
      if (countOf(question) > trouble.characters) refuse(refusal(400, refusalCode));
    }
    if (trouble.is === 'away' && number === trouble.request && !recovered) refuse(refusal(503, '503000'));
    taken.push(question);
    return pretend(question, { say: loud });
  });

  const wrong: string[] = [];
  let outcome: Result | undefined;
  const first = await translate(order, asker, bench.deps).catch((error: unknown) => error);
  if (first instanceof TranslationFault && trouble.is === 'away' && first.next.is === 'park') {
    const before = taken.length;
    recovered = true;
    outcome = await translate(order, asker, { ...bench.deps, parked: first.next.parked });
    const repeated = taken.slice(before).map(writtenTexts);
    // The same text under another link's address may have been answered with another request.
    const known = new Set(taken.slice(0, before).flatMap(writtenTexts));
    const due = refused.map((question) => writtenTexts(question).filter((text) => !known.has(text)));
    if (JSON.stringify(repeated) !== JSON.stringify(due))
      wrong.push(`${repeated.length} requests were repeated for the one that failed`);
  } else if (first instanceof Error) {
    const tooSmall = trouble.is === 'small' && first instanceof TranslationFault && first.next.is === 'stop';
    return tooSmall && trouble.characters < 400 * to.length ? [] : [`ended with ${first.message}`];
  } else outcome = first as Result;

  wrong.push(...[...taken, ...refused].flatMap(requestViolations));
  wrong.push(...resultViolations(outcome, long));
  wrong.push(...countViolations(bench, taken));
  if (trouble.is !== 'small') {
    if (taken.some((question) => question.to.join() !== to.join())) wrong.push('a request without all the languages');
    if (long.message.kind === 'text' && trouble.is === 'none')
      wrong.push(...cutViolations(long.message.content, taken.flatMap(writtenTexts), long.style, 50_000 / to.length));
  }
  return wrong;
};

const resultViolations = ({ targets }: Result, { said }: LongMessage): string[] =>
  targets.flatMap(({ target, document, untouched }) => {
    const wrong = toSource(document) === said ? [] : [`the text in ${target.language} is not what its pieces make`];
    return untouched === 0 ? wrong : [...wrong, `${untouched} blocks untouched in ${target.language}`];
  });

/** What was reserved is what was sent, and what was charged is what was taken. */
const countViolations = (
  { meter, progress }: ReturnType<typeof createTranslating>,
  taken: readonly TranslationQuery[],
) => {
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const charged = sum(meter.map(({ charged }) => charged ?? Number.NaN));
  const wrong = charged === sum(taken.map(countOf)) ? [] : [`${charged} characters counted`];
  const [done, of] = progress.at(-1) ?? [0, -1];
  return done === of ? wrong : [...wrong, `progress ends at ${done} of ${of}`];
};

/** Texts of any length into one to twelve languages: cut, packed, refused, sent again and joined. */
export const chunks = defineCheck({
  name: 'translation-2',
  says: 'texts of any length are cut, packed, sent and joined within the limits',
  short: { runs: 14, seed: 6 },
  runs: 500,
  at: () => 'the requests',
  cases: () => cases,
  faults: violations,
});
