import { decodeEntities, encodeEntities } from './html.ts';
import { canAlign, type Language } from './languages.ts';
import type { Order } from './order.ts';
import type { Piece } from './pieces.ts';
import { matchSentence } from './sentence-match.ts';
import { splitSentences } from './split-sentences.ts';
import { splitSpace } from './template.ts';
import { plainToken } from './tokens.ts';
import { translateWords } from './word-by-word.ts';
import { type Composed, createWriter, type Writer } from './writer.ts';

export interface Way {
  readonly from: Language;
  readonly to: Language;
  /** What the custom system says in place of the general one's words. */
  readonly terms: ReadonlyMap<string, string>;
}

/** The translation of a text, piece by piece and sentence by sentence. */
export const compose = (pieces: readonly Piece[], way: Way, order: Order): Composed => {
  const writer = createWriter(order.profanity);
  for (const piece of pieces) {
    if (piece.kind === 'text') translatePiece(piece.raw, way, order.html, writer);
    else {
      const forced = piece.kind === 'forced' ? piece.translation : undefined;
      writer.add(piece.raw, [plainToken(forced === undefined ? piece.raw : inForm(forced, order.html))]);
      if (piece.kind === 'forced') writer.unalign();
    }
  }
  const composed = writer.finish();
  const aligned = !order.html && canAlign(way.from.code, way.to.code);
  return aligned ? composed : { ...composed, projection: '' };
};

const inForm = (text: string, html: boolean): string => (html ? encodeEntities(text) : text);

const translatePiece = (raw: string, way: Way, html: boolean, writer: Writer): void => {
  const sentences = splitSentences(raw, way.from.code, way.from.spaced);
  for (const [index, sentence] of sentences.entries()) {
    const { lead, core, tail } = splitSpace(sentence);
    const source = html ? decodeEntities(core) : core;
    const whole = way.from === way.to ? undefined : matchSentence(source, way.from, way.to);
    if (whole?.canned) writer.unalign();
    const tokens = (whole?.tokens ?? translateWords(source, way.from, way.to)).map((token) => ({
      ...token,
      text: inForm(inTerms(token.text, way.terms), html),
    }));
    writer.add(lead, [plainToken(lead)]);
    writer.add(core, tokens);
    if (core !== '') writer.goOn();
    const last = index === sentences.length - 1;
    const dropped = tail === ' ' && !last && !way.to.spaced;
    const apart = tail === '' && !last && !way.from.spaced && way.to.spaced;
    writer.add(tail, [plainToken(apart ? ' ' : dropped ? '' : tail)]);
    if (!last || ENDED.test(core)) writer.endSentence();
  }
};

const ENDED = /[.!?…。！？؟]["'”’»)\]]*$/u;

const inTerms = (text: string, terms: ReadonlyMap<string, string>): string =>
  [...terms].reduce((said, [general, own]) => said.replaceAll(general, own), text);
