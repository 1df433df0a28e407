import type { TranslationQuery } from '../../../src/cloud/operations/translation.ts';
import { toText } from '../../../src/features/translation/message/outline.ts';
import type { Order, Result } from '../../../src/features/translation/translation.ts';
import { translate } from '../../../src/features/translation/translator/translate.ts';
import type { fc } from '../../../test/support/fast-check.ts';
import { pretend } from '../../../test/support/pretended-translator.ts';
import { asker, createTranslating, orderOf } from '../../../test/support/translating.ts';
import { anyDice } from '../../lib/check-case.ts';
import { defineCheck } from '../../lib/define-check.ts';
import type { Dice } from '../../lib/dice.ts';
import {
  type ExpectedLine,
  expectedOf,
  isUnsure,
  type Line,
  LOW,
  sentences,
  shortOnes,
  suggestedIn,
  wordless,
} from './model.ts';

const languages = Object.keys(sentences);
/** A name that the glossary knows. */
const NAME = 'Zanzibar';

const lineBy = (dice: Dice, number: number): Line => {
  if (dice.oneIn(5)) return { text: dice.pick(wordless) };
  const language = dice.pick(languages);
  const detected = { language, score: dice.below(101) / 100 };
  const isShort = dice.oneIn(3);
  // No two lines are alike, so that each is recognised in the requests.
  const said = dice.pick(isShort ? shortOnes : (sentences[language] ?? [])) + '!'.repeat(number + 1);
  const text = dice.oneIn(4) ? `${NAME}: ${said}` : said;
  return isShort ? { text, detected } : { text, detected, sure: language };
};

const cases = anyDice.map((dice) => {
  const lines = Array.from({ length: 1 + dice.below(6) }, (_, number) => lineBy(dice, number));
  const to = new Set(Array.from({ length: 1 + dice.below(4) }, () => dice.pick(languages)));
  const order = orderOf(lines.map(({ text }) => text).join('\n'), [...to], {
    ...(dice.oneIn(6) ? { from: dice.pick(languages) } : {}),
    ...(dice.oneIn(3) ? { suggestedFrom: dice.pick(languages) } : {}),
  });
  return { lines, order, known: dice.oneIn(2) ? dice.pick([...to]) : undefined };
});
type DetectionCase = typeof cases extends fc.Arbitrary<infer One> ? One : never;

const translatedTo = (to: string, text: string): string => `«${to}» ${text}`;

const violations = async ({ lines, order, known }: DetectionCase): Promise<string[]> => {
  const terms = known === undefined ? [] : [{ phrase: NAME, translation: `${NAME}-${known}`, to: known }];
  const queries: TranslationQuery[] = [];
  const bench = createTranslating(
    async (query) => {
      queries.push(query);
      return pretend(query, {
        say: (text, language) => (text.trim() === '' ? text : translatedTo(language, text)),
        detect: (text) => lineIn(lines, text)?.detected ?? { language: 'en', score: 0 },
      });
    },
    terms,
    { settings: { lowScore: LOW } },
  );
  const result = await translate(order, asker, bench.deps);
  const expected = expectedOf(lines, order);
  return [
    ...resultViolations(result, expected),
    ...queryViolations(queries, expected, order),
    ...(known === undefined ? textViolations(result, expected) : termViolations(queries, expected, known)),
  ];
};

/** The line that a text, as it was written, is of. */
const lineIn = (lines: readonly Line[], written: string): Line | undefined => {
  const text = written.replace(/<[^>]*>/g, '');
  return lines.find((line) => line.text === text);
};

const resultViolations = ({ sources, doubtful }: Result, expected: readonly ExpectedLine[]): string[] => {
  const wrong: string[] = [];
  const counts = new Map<string, number>();
  for (const { language } of expected) if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  const reported = JSON.stringify(sources.map(({ language, blocks }) => [language, blocks]).sort());
  const wanted = JSON.stringify([...counts].sort());
  if (reported !== wanted) wrong.push(`sources are ${reported}, not ${wanted}`);
  if (doubtful !== isUnsure(expected))
    wrong.push(doubtful ? 'sure languages are called unsure' : 'unsure languages are not reported');
  return wrong;
};

/** What goes out, and as what. */
const queryViolations = (
  queries: readonly TranslationQuery[],
  expected: readonly ExpectedLine[],
  order: Order,
): string[] => {
  const lines = expected.map(({ line }) => line);
  const suggested = suggestedIn(lines, order);
  return queries.flatMap((query) => {
    const { from, suggestedFrom, texts, to } = query;
    const wrong: string[] = [];
    const dictionary = texts.some((text) => typeof text !== 'string' && text.some((part) => typeof part !== 'string'));
    for (const text of texts) {
      const line = lineIn(
        lines,
        [text]
          .flat()
          .map((part) => (typeof part === 'string' ? part : part.phrase))
          .join(''),
      );
      const one = expected.find((each) => each.line === line);
      if (!one?.line.detected) wrong.push('a text goes out that is no line, or has no words');
      else {
        const own = order.from ?? one.line.sure;
        if (own !== undefined && to.includes(own)) wrong.push(`a text in ${own} goes out for ${to}`);
        if (from !== undefined && from !== order.from && !dictionary && !(one.repeats && from === order.suggestedFrom))
          wrong.push(`a line is sent as ${from}`);
        if (from === undefined && suggestedFrom !== suggested)
          wrong.push(`${suggestedFrom} suggested, not ${suggested}`);
      }
    }
    if (order.from !== undefined && from !== order.from) wrong.push(`sent as ${from}, not as ${order.from}`);
    return wrong;
  });
};

/** Paragraph by paragraph, in each language. */
const textViolations = ({ targets }: Result, expected: readonly ExpectedLine[]): string[] =>
  targets.flatMap(({ target: { language }, document }) => {
    const wanted = expected.map(({ line, untouched }) =>
      untouched.includes(language) ? line.text : translatedTo(language, line.text),
    );
    return toText(document) === wanted.join('\n') ? [] : [`in ${language} it reads ${toText(document)}`];
  });

/** The dictionary goes with the language that it needs, for its own target alone, and with every line that has the name. */
const termViolations = (
  queries: readonly TranslationQuery[],
  expected: readonly ExpectedLine[],
  known: string,
): string[] => {
  const wrong: string[] = [];
  const entered = new Set<Line | undefined>();
  for (const { texts, from, to } of queries) {
    for (const text of texts) {
      if (typeof text === 'string' || text.every((part) => typeof part === 'string')) continue;
      const line = lineIn(
        expected.map((one) => one.line),
        text.map((part) => (typeof part === 'string' ? part : part.phrase)).join(''),
      );
      entered.add(line);
      const language = expected.find((one) => one.line === line)?.language;
      if (from !== language) wrong.push(`an entry goes as ${from}, not as ${language}`);
      if (to.join() !== known) wrong.push(`an entry for ${known} goes to ${to}`);
    }
  }
  for (const { line, language } of expected) {
    const due = line.text.includes(NAME) && language !== known;
    if (due && !entered.has(line)) wrong.push(`“${line.text}” goes without its entry`);
  }
  return wrong;
};

/** Messages in several languages, some of them unsure, for readers of several others. */
export const detection = defineCheck({
  name: 'translation-6',
  says: 'each paragraph goes from its own language, doubt is told, and nothing goes to its own readers',
  short: { runs: 150, seed: 3 },
  runs: 500,
  at: () => 'the languages',
  cases: () => cases,
  faults: violations,
});
