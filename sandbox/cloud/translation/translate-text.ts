import type { Answer, Call } from '../operation.ts';
import { compose } from './compose.ts';
import { checkCategory, type System, systemFor } from './custom-systems.ts';
import { detectLanguage, english, findLanguage, type Language } from './languages.ts';
import { beingPrepared, readQuery, refusal, type Target, type TranslateQuery, usedUp } from './query.ts';
import { decodeEntities, htmlSegments, plainSegments, type Segment } from './segments.ts';
import { fromLatin, toLatin } from './sentences.ts';
import type { Composed } from './writer.ts';

/** POST translate (docs/sources.md, Translator): a result for each text, in their order. */
export const translateText = async (call: Call): Promise<Answer> => {
  const { world, operation, headers, body } = call;
  const { faults } = world;
  if (faults.take('free-quota-used-up', operation)) throw usedUp();
  const trace = headers['x-clienttraceid'];
  const query = readQuery(call.query, typeof trace === 'string' ? trace : undefined);
  const { texts, charged } = readTexts(body, query.targets.length);
  await checkCategory(world, query);
  if (faults.take('system-being-prepared', operation)) throw beingPrepared();
  const blind = faults.take('undetected', operation) !== undefined;
  const prefix = world.namespace === 'Vendor' ? 'vendortrans' : 'mstrans';
  const answers = texts.map((text) => answerText(text, query, prefix, blind));
  const used = query.targets.map((_, index) => answers.some(({ systems }) => systems[index]?.kind === 'Custom'));
  return {
    status: 200,
    body: answers.map(({ result }) => result),
    headers: {
      'x-mt-system': used.map((custom) => (custom ? 'Custom' : 'Team')).join(','),
      'x-metered-usage': String(charged),
    },
  };
};

const answerText = (
  text: string,
  query: TranslateQuery,
  prefix: string,
  blind: boolean,
): { readonly result: unknown; readonly systems: readonly System[] } => {
  const source = query.fromScript !== undefined && query.from ? fromLatin(text) : text;
  const segments = query.html ? htmlSegments(source, prefix) : plainSegments(source, prefix);
  if (!segments) throw refusal(400005, 'The HTML of a text is not a well-formed, complete element.');
  if (!query.from && segments.some(({ kind }) => kind === 'dictionary'))
    throw refusal(400035, 'The dynamic dictionary needs the from language.');
  const detected = query.from ? undefined : detect(segments, query, blind);
  const from = query.from ?? detected?.language ?? english;
  const systems = query.targets.map(({ language }) => systemFor(from, language, query));
  return {
    systems,
    result: {
      ...(detected ? { detectedLanguage: { language: detected.language.code, score: detected.score } } : {}),
      ...(query.fromScript === undefined ? {} : { sourceText: { text: source } }),
      translations: query.targets.map((target, index) => {
        const terms = systems[index]?.terms ?? new Map();
        return shown(compose(segments, { from, to: target.language, terms }, query), target, query);
      }),
    },
  };
};

/** An undetected text has the suggested language, or English, with the score 0. */
const detect = (
  segments: readonly Segment[],
  query: TranslateQuery,
  blind: boolean,
): { readonly language: Language; readonly score: number } => {
  const text = segments.flatMap(({ kind, raw }) => (kind === 'text' ? [query.html ? decodeEntities(raw) : raw] : []));
  const found = blind ? undefined : detectLanguage(text.join(' '));
  const language = found && findLanguage(found.language);
  return found && language ? { language, score: found.score } : { language: query.suggestedFrom ?? english, score: 0 };
};

const shown = (composed: Composed, { language, script }: Target, query: TranslateQuery): unknown => ({
  text: composed.text,
  ...(script === undefined ? {} : { transliteration: { script, text: toLatin(composed.text) } }),
  to: language.code,
  ...(query.includeAlignment ? { alignment: { proj: composed.projection } } : {}),
  ...(query.includeSentenceLength
    ? { sentLen: { srcSentLen: composed.sourceLengths, transSentLen: composed.lengths } }
    : {}),
});

/** The limits of one request over all its texts and targets (docs/sources.md, Translator). */
const MOST_CHARACTERS = 50_000;
const MOST_ELEMENTS = 1_000;

/**
 * The texts of the body, and the charged UTF-16 code units, with markup, for each target.
 * @throws Refusal for another shape and above a limit
 */
const readTexts = (body: unknown, targets: number): { readonly texts: readonly string[]; readonly charged: number } => {
  if (body === undefined) throw refusal(400074, 'The body of the request is not valid JSON.');
  if (!Array.isArray(body) || body.length === 0) throw refusal(400000, 'The body must be an array of texts.');
  if (body.length > MOST_ELEMENTS) throw refusal(400072, `The array of texts has more than ${MOST_ELEMENTS} elements.`);
  const texts = body.map(readText);
  if (texts.some((text) => text.length > MOST_CHARACTERS))
    throw refusal(400050, `A text has more than ${MOST_CHARACTERS} characters.`);
  const charged = texts.reduce((sum, text) => sum + text.length, 0) * targets;
  if (charged > MOST_CHARACTERS)
    throw refusal(400077, `The request has more than ${MOST_CHARACTERS} characters over its texts and targets.`);
  return { texts, charged };
};

const readText = (element: unknown): string => {
  if (typeof element !== 'object' || element === null || Array.isArray(element))
    throw refusal(400020, 'An element of the array is not an object.');
  const text = Object.entries(element).find(([name]) => name.toLowerCase() === 'text')?.[1];
  if (typeof text === 'string') return text;
  throw refusal(400005, 'The Text of an element is missing or not a string.');
};
