import type { Message } from '../../../src/features/translation/message/document.ts';
import type { Dice } from '../../lib/dice.ts';
import elements from './elements.json' with { type: 'json' };
import vocabularies from './vocabularies.json' with { type: 'json' };

/** A message, and what becomes of it where every small Latin letter that may be translated is said as a great one. */
export interface LongMessage {
  readonly message: Message;
  readonly said: string;
  /** What its sentences are made of. */
  readonly style: Style;
}

const LONGEST = 400_000;

/** Sentences of words; letters of several code units, and signs that stand on others; no spaces at all. */
export type Style = keyof typeof vocabularies;

const ENDS: Readonly<Record<Style, string>> = { words: '! ', graphemes: '! ', dense: '。' };

/** Anything from one character to the longest, each order of magnitude as often. */
const lengthOf = (dice: Dice): number =>
  dice.oneIn(25) ? dice.pick([1, 2, LONGEST]) : Math.ceil(Math.exp(dice.next() * Math.log(LONGEST)));

export const longMessage = (dice: Dice): LongMessage => {
  const style = dice.pick(['words', 'words', 'graphemes', 'dense'] as const);
  const html = dice.oneIn(2);
  const length = lengthOf(dice);
  /** One paragraph of everything, or many short ones. */
  const paragraph = dice.pick([20, 300, 20_000, Number.POSITIVE_INFINITY]);
  /** A sentence that no piece could hold, now and then. */
  const sentence = dice.pick([8, 30, 30, Number.POSITIVE_INFINITY]);
  let [source, said, words, begun] = ['', '', 0, 0];
  const add = (written: string, spoken: string): void => {
    source += written;
    said += spoken;
  };
  if (html) add('<p>', '<p>');
  while (source.length < length) {
    if (html && dice.oneIn(40)) {
      const element = dice.pick(elements);
      add(element.written, element.said);
    } else {
      const word = dice.pick(vocabularies[style]);
      add(word, loud(word));
    }
    words += 1;
    if (words % sentence === 0) add(ENDS[style], ENDS[style]);
    if (source.length - begun > paragraph && source.length < length) {
      const border = html ? '</p><p>' : '\n';
      add(border, border);
      begun = source.length;
    }
  }
  if (html) add('</p>', '</p>');
  const cut = html ? [source, said] : [source.slice(0, length), said.slice(0, length)];
  return { message: { kind: html ? 'html' : 'text', content: cut[0] ?? '' }, said: cut[1] ?? '', style };
};

export const loud = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
