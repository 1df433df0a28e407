import { htmlSegments } from '../../../sandbox/cloud/translation/segments.ts';
import { cutBlock, joinParts } from '../../../src/features/translation/message/cut-block.ts';
import {
  type Block,
  blocksOf,
  type Document,
  hasWords,
  type Part,
  withBlocks,
  wordsOf,
} from '../../../src/features/translation/message/document.ts';
import { readBlock, readPlain } from '../../../src/features/translation/message/read-block.ts';
import { readMessage } from '../../../src/features/translation/message/read-message.ts';
import { sentLength, writeBlock, writePlain } from '../../../src/features/translation/message/write-block.ts';
import { fc } from '../../../test/support/fast-check.ts';
import { toSource } from '../../../test/support/message-source.ts';
import { anyDice } from '../../lib/check-case.ts';
import { defineCheck } from '../../lib/define-check.ts';
import type { Dice } from '../../lib/dice.ts';
import { brokenCard, violationsOf } from './invariants.ts';
import { randomMessage } from './random-message.ts';
import { honest, honestPlain, hostile, hostilePlain } from './translators.ts';

type Translator = (sent: string, dice: Dice) => string;

interface Tally {
  sent: number;
  through: number;
}

const identity: Translator = (sent) => sent;
const tally = (): Tally => ({ sent: 0, through: 0 });

const sentOf = (block: Block): string => {
  const text = writeBlock(block);
  return typeof text === 'string' ? text : '';
};

/** As the service does it: what has no words is not sent, what comes back broken stays the original. */
const translated = (
  document: Document,
  ask: (block: Block) => readonly Part[] | undefined,
  counts = tally(),
): Document =>
  withBlocks(
    document,
    blocksOf(document).map((block) => {
      if (!hasWords(block)) return block;
      const parts = ask(block);
      counts.sent += 1;
      if (parts) counts.through += 1;
      return parts ? { ...block, parts } : block;
    }),
  );

const askHtml = (translator: Translator, dice: Dice) => (block: Block) =>
  readBlock(block, translator(sentOf(block), dice));

/** In plain text where that is safe; else nothing is sent. */
const askPlain = (translator: Translator, dice: Dice) => (block: Block) => {
  const text = writePlain(block);
  return text === undefined ? block.parts : readPlain(block, translator(text, dice));
};

/** Cut small and put together again, each piece back as it went. */
const brokenCuts = (document: Document, most: number): string[] => {
  const wrong: string[] = [];
  const blocks = blocksOf(document).map((block) => {
    const pieces = cutBlock(block, most);
    const long = pieces.map(sentLength).find((length) => length > most);
    if (long !== undefined) wrong.push(`a piece of ${long} where ${most} fit`);
    return { ...block, parts: joinParts(pieces.map((piece) => readBlock(piece, sentOf(piece)) ?? [])) };
  });
  const back = toSource(withBlocks(document, blocks));
  return back === toSource(document) ? wrong : [...wrong, `cut at ${most} and joined it is ${back}`];
};

/** Messages of any make, and the dice of the translators. */
const cases = fc.tuple(anyDice.map(randomMessage), anyDice);

/** What is not translated stays what it was. @returns what does not hold, in words */
const readingViolations = (document: Document, content: string, dice: Dice): string[] => {
  const wrong: string[] = [];
  if (toSource(document) !== content) wrong.push('what was read is not the message');
  for (const ask of [askHtml(identity, dice), askPlain(identity, dice)]) {
    const same = toSource(translated(document, ask));
    if (same !== content) wrong.push(`the identity gives ${same}`);
  }
  for (const block of blocksOf(document)) {
    if (/\p{Nd}|https?:/u.test(wordsOf(block.parts))) wrong.push(`not all is kept in ${wordsOf(block.parts)}`);
    const segments = htmlSegments(sentOf(block), dice.pick(['vendortrans', 'mstrans']));
    if (segments?.some(({ kind: is }) => is === 'dictionary') !== false)
      wrong.push(`the vendor misreads ${sentOf(block)}`);
  }
  return wrong;
};

/** Messages of any make through a translator that reorders, drops, doubles, renames, nests wrongly and unescapes. */
export const markup = defineCheck({
  name: 'translation-1',
  says: 'a hostile translator changes nothing that is kept, and an honest one comes through',
  short: { runs: 250, seed: 3 },
  runs: 5_000,
  at: () => 'a message',
  ground: async () => ({ html: tally(), plain: tally(), bad: tally(), end: async () => {} }),
  cases: () => cases,
  faults([generated, dice], { html, plain, bad }) {
    const { content } = generated.message;
    const document = readMessage(generated.message);
    const asked = [
      [askHtml(honest, dice), html],
      [askPlain(honestPlain, dice), plain],
      [askHtml(hostile, dice), bad],
      [askPlain(hostilePlain, dice), tally()],
    ] as const;
    return [
      ...readingViolations(document, content, dice),
      ...asked.flatMap(([ask, counts]) => violationsOf(generated, translated(document, ask, counts))),
      ...brokenCuts(document, 400 + dice.below(200)),
      ...brokenCard(document),
    ];
  },
  overall: ({ html, plain, bad }) => ({
    broken: [html, plain].flatMap(({ sent, through }) =>
      (sent - through) * 1_000 > sent ? [`${sent - through} of ${sent} honest answers were refused`] : [],
    ),
    tells: [
      `${html.through} of ${html.sent} honest answers and ${bad.through} of ${bad.sent} hostile ones came through`,
    ],
  }),
});
