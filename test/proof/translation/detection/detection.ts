import type { TranslationQuery } from '../../../../src/api/operations/translation.ts';
import { toText } from '../../../../src/features/translation/message/outline.ts';
import type { Order, Result } from '../../../../src/features/translation/translation.ts';
import { translate } from '../../../../src/features/translation/translator/translate.ts';
import { pretend } from '../../../support/pretended-translator.ts';
import { asker, createTranslating, orderOf } from '../../../support/translating.ts';
import type { Proof } from '../../proof.ts';
import { type Dice, diceOf } from '../../run-on-stores.ts';
import { isDoubtful, type Judged, judge, type Line, LOW, suggestedIn } from './model.ts';
import { sentences, shortOnes, wordless } from './sentences.ts';

const languages = Object.keys(sentences);
/** A name that the glossary knows. */
const NAME = 'Zanzibar';

const lineOf = (dice: Dice, number: number): Line => {
  const score = Math.round(dice.next() * 100) / 100;
  const name = dice.oneIn(4) ? `${NAME}: ` : '';
  if (dice.oneIn(5)) return { text: dice.pick(wordless) };
  // No two lines are alike, so that each is seen in the requests.
  if (dice.oneIn(3)) {
    const text = `${name}${dice.pick(shortOnes)}${'!'.repeat(number + 1)}`;
    return { text, detected: { language: dice.pick(languages), score } };
  }
  const sure = dice.pick(languages);
  return {
    text: `${name}${dice.pick(sentences[sure] ?? [])}${'!'.repeat(number)}`,
    sure,
    detected: { language: sure, score },
  };
};

const someOf = (dice: Dice, most: number): string[] => [
  ...new Set(Array.from({ length: 1 + Math.floor(dice.next() * most) }, () => dice.pick(languages))),
];

const orderFor = (dice: Dice, lines: readonly Line[]): Order =>
  orderOf(lines.map(({ text }) => text).join('\n'), someOf(dice, 4), {
    ...(dice.oneIn(6) ? { from: dice.pick(languages) } : {}),
    ...(dice.oneIn(3) ? { suggestedFrom: dice.pick(languages) } : {}),
  });

const said = (to: string, text: string): string => `«${to}» ${text}`;

const brokenRunLaws = async (dice: Dice): Promise<string[]> => {
  const lines = Array.from({ length: 1 + Math.floor(dice.next() * 6) }, (_, number) => lineOf(dice, number));
  const order = orderFor(dice, lines);
  const known = dice.oneIn(2) ? dice.pick(order.to).language : undefined;
  const terms = known === undefined ? [] : [{ phrase: NAME, translation: `${NAME}-${known}`, to: known }];
  const questions: TranslationQuery[] = [];
  const bench = createTranslating(
    async (question) => {
      questions.push(question);
      return pretend(question, {
        say: (text, to) => (text.trim() === '' ? text : said(to, text)),
        detect: (text) => lineIn(lines, text)?.detected ?? { language: 'en', score: 0 },
      });
    },
    terms,
    { settings: { lowScore: LOW } },
  );
  const outcome = await translate(order, asker, bench.deps);
  const judged = judge(lines, order);
  return [
    ...brokenOutcomeLaws(outcome, judged),
    ...brokenRequestLaws(questions, judged, order),
    ...(known === undefined ? brokenTextLaws(outcome, judged) : brokenTermLaws(questions, judged, known)),
  ];
};

/** The line that a text, as it was written, is of. */
const lineIn = (lines: readonly Line[], written: string): Line | undefined => {
  const text = written.replace(/<[^>]*>/g, '');
  return lines.find((line) => line.text === text);
};

const brokenOutcomeLaws = ({ sources, doubtful }: Result, judged: readonly Judged[]): string[] => {
  const wrong: string[] = [];
  const counts = new Map<string, number>();
  for (const { language } of judged) if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  const told = JSON.stringify(sources.map(({ language, blocks }) => [language, blocks]).sort());
  const wanted = JSON.stringify([...counts].sort());
  if (told !== wanted) wrong.push(`sources are ${told}, not ${wanted}`);
  if (doubtful !== isDoubtful(judged)) wrong.push(doubtful ? 'a doubt that is none' : 'a doubt is not told');
  return wrong;
};

/** What goes out, and as what. */
const brokenRequestLaws = (
  questions: readonly TranslationQuery[],
  judged: readonly Judged[],
  order: Order,
): string[] => {
  const lines = judged.map(({ line }) => line);
  const suggested = suggestedIn(lines, order);
  return questions.flatMap((question) => {
    const { from, suggestedFrom, texts, to } = question;
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
      const one = judged.find((each) => each.line === line);
      if (!one?.line.detected) wrong.push('a text goes out that is no line, or has no words');
      else {
        const own = order.from ?? one.line.sure;
        if (own !== undefined && to.includes(own)) wrong.push(`a text in ${own} goes out for ${to}`);
        if (from !== undefined && from !== order.from && !dictionary && !(one.again && from === order.suggestedFrom))
          wrong.push(`a line is told to be in ${from}`);
        if (from === undefined && suggestedFrom !== suggested)
          wrong.push(`${suggestedFrom} suggested, not ${suggested}`);
      }
    }
    if (order.from !== undefined && from !== order.from) wrong.push(`sent as ${from}, not as ${order.from}`);
    return wrong;
  });
};

/** Paragraph by paragraph, in each language. */
const brokenTextLaws = ({ targets }: Result, judged: readonly Judged[]): string[] =>
  targets.flatMap(({ target: { language }, document }) => {
    const wanted = judged.map(({ line, untouched }) =>
      untouched.includes(language) ? line.text : said(language, line.text),
    );
    return toText(document) === wanted.join('\n') ? [] : [`in ${language} it reads ${toText(document)}`];
  });

/** The dictionary goes with the language that it needs, for its own target alone, and with every line that has the name. */
const brokenTermLaws = (questions: readonly TranslationQuery[], judged: readonly Judged[], known: string): string[] => {
  const wrong: string[] = [];
  const entered = new Set<Line | undefined>();
  for (const { texts, from, to } of questions) {
    for (const text of texts) {
      if (typeof text === 'string' || text.every((part) => typeof part === 'string')) continue;
      const line = lineIn(
        judged.map((one) => one.line),
        text.map((part) => (typeof part === 'string' ? part : part.phrase)).join(''),
      );
      entered.add(line);
      const language = judged.find((one) => one.line === line)?.language;
      if (from !== language) wrong.push(`an entry goes as ${from}, not as ${language}`);
      if (to.join() !== known) wrong.push(`an entry for ${known} goes to ${to}`);
    }
  }
  for (const { line, language } of judged) {
    const due = line.text.includes(NAME) && language !== known;
    if (due && !entered.has(line)) wrong.push(`“${line.text}” goes without its entry`);
  }
  return wrong;
};

/** Messages in several languages, some of them in doubt, for readers of several others. */
export const detection: Proof = {
  name: 'translation-6',
  runs: 500,
  async prove({ runs, seed, complain }) {
    for (let run = 1; run <= runs; run += 1) {
      for (const words of await brokenRunLaws(diceOf(seed, run))) complain({ run, at: 'the languages', words });
    }
    return runs;
  },
};
