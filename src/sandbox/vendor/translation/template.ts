/** A sentence of the lexicon in its parts: those with a number mean the same in every language, the rest is punctuation. */
export interface Part {
  readonly text: string;
  readonly chunk: number | undefined;
}

/** Reads `[1The ledger] [2is down].` */
export const readTemplate = (written: string): readonly Part[] =>
  [...written.matchAll(/\[(\d)([^\]]*)\]|[^[]+/g)].map(([whole, chunk, text]) =>
    chunk === undefined ? { text: whole, chunk } : { text: text ?? '', chunk: Number(chunk) },
  );

export const templateText = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');

const END = /[\s\u00a0]*[.!?…。！？؟]+$/u;

/** A sentence and the punctuation that ends it. */
export const splitEnd = (sentence: string): readonly [string, string] => {
  const end = END.exec(sentence)?.[0] ?? '';
  return [sentence.slice(0, sentence.length - end.length), end];
};

/** By what a sentence is found again: without what ends it, in any case, with any apostrophe; as long as before. */
export const sentenceKey = (sentence: string): string => splitEnd(sentence)[0].toLowerCase().replaceAll('’', "'");
