import { canAlign, type Language } from './languages.ts';
import type { TranslateQuery } from './query.ts';
import { decodeEntities, encodeEntities, type Segment } from './segments.ts';
import { translateSentence } from './translate-sentence.ts';
import { type Composed, createWriter, plainToken, type Writer } from './writer.ts';

export interface Direction {
  readonly from: Language;
  readonly to: Language;
  /** The custom system's own terms. */
  readonly terms: ReadonlyMap<string, string>;
}

/** The translation of a text, segment by segment and sentence by sentence. */
export const compose = (segments: readonly Segment[], direction: Direction, query: TranslateQuery): Composed => {
  const writer = createWriter(query.profanity);
  for (const segment of segments) {
    if (segment.kind === 'text') translateSegment(segment.raw, direction, query.html, writer);
    else {
      const forced = segment.kind === 'dictionary' ? segment.translation : undefined;
      writer.add(segment.raw, [plainToken(forced === undefined ? segment.raw : encoded(forced, query.html))]);
      if (forced !== undefined) writer.unalign();
    }
  }
  const composed = writer.finish();
  const aligned = !query.html && canAlign(direction.from.code, direction.to.code);
  return aligned ? composed : { ...composed, projection: '' };
};

const encoded = (text: string, html: boolean): string => (html ? encodeEntities(text) : text);

const translateSegment = (raw: string, { from, to, terms }: Direction, html: boolean, writer: Writer): void => {
  const sentences = splitSentences(raw, from);
  for (const [index, sentence] of sentences.entries()) {
    const core = sentence.trim();
    const [lead = '', tail = ''] = core === '' ? [sentence, ''] : sentence.split(core, 2);
    const { tokens, aligned } = translateSentence(html ? decodeEntities(core) : core, from, to);
    if (!aligned) writer.unalign();
    writer.add(lead, [plainToken(lead)]);
    writer.add(
      core,
      tokens.map((token) => ({ ...token, text: encoded(withTerms(token.text, terms), html) })),
    );
    if (core !== '') writer.openSentence();
    const last = index === sentences.length - 1;
    writer.add(tail, [plainToken(last ? tail : spaceBetween(tail, from, to))]);
    if (!last || ENDED.test(core)) writer.endSentence();
  }
};

const ENDED = /[.!?…。！？؟]["'”’»)\]]*$/u;

/** The space between two sentences, which depends on the script. */
const spaceBetween = (space: string, from: Language, to: Language): string => {
  if (space === ' ' && !to.spaced) return '';
  return space === '' && !from.spaced && to.spaced ? ' ' : space;
};

const withTerms = (text: string, terms: ReadonlyMap<string, string>): string =>
  [...terms].reduce((written, [general, own]) => written.replaceAll(general, own), text);

/** The sentences of a text, each with the space after it. */
const splitSentences = (text: string, { code, spaced }: Language): readonly string[] => {
  const sentences: string[] = [];
  for (const { segment } of new Intl.Segmenter(code, { granularity: 'sentence' }).segment(text)) {
    const before = sentences.at(-1);
    // With spaces between words a sentence ends before a space, so not at a question mark within an address.
    if (spaced && before !== undefined && !/\s$/.test(before)) sentences[sentences.length - 1] = before + segment;
    else sentences.push(segment);
  }
  return sentences;
};
