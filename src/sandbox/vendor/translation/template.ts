import { withoutTail } from '../../../lib/text.ts';
/** A sentence of the lexicon in its parts: those with a number mean the same in every language, the rest is punctuation. */
export interface Part {
  readonly text: string;
  readonly chunk: number | undefined;
}

/** Reads `[1The ledger] [2is down].` */
export const readTemplate = (written: string): readonly Part[] =>
  [...written.matchAll(/\[(\d)([^[\]]*)\]|[^[]+/g)].map(([whole, chunk, text]) =>
    chunk === undefined ? { text: whole, chunk } : { text: text ?? '', chunk: Number(chunk) },
  );

export const templateText = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');

const ENDS = '.!?…。！？؟';

/** A sentence and the punctuation that ends it. */
export const splitEnd = (sentence: string): readonly [string, string] => {
  const unended = withoutTail(sentence, ENDS);
  const words = unended === sentence ? sentence : unended.trimEnd();
  return [words, sentence.slice(words.length)];
};

/** What a text says, and the space around it. */
export const splitSpace = (text: string): { readonly lead: string; readonly core: string; readonly tail: string } => {
  const core = text.trim();
  const at = text.length - text.trimStart().length;
  return { lead: text.slice(0, at), core, tail: text.slice(at + core.length) };
};

/** By what a sentence is found again: without what ends it, in any case, with any apostrophe; as long as before. */
export const sentenceKey = (sentence: string): string => splitEnd(sentence)[0].toLowerCase().replaceAll('’', "'");
