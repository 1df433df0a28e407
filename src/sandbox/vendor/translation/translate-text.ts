import type { Answer, Call } from '../operation.ts';
import { compose } from './compose.ts';
import { detectLanguage } from './detect.ts';
import { decodeEntities } from './html.ts';
import { english, findLanguage, type Language } from './languages.ts';
import { type Order, readOrder, type Target } from './order.ts';
import { htmlPieces, type Piece, plainPieces } from './pieces.ts';
import { beingPrepared, refusal, usedUp } from './refuse.ts';
import { romanise } from './romanise.ts';
import { fromLatin } from './source-script.ts';
import { checkCategory, type System, systemFor } from './systems.ts';
import { readTexts } from './texts.ts';
import type { Composed } from './writer.ts';

/** POST translate (document 3, Endpoints 1): a result for each text, in their order. */
export const translateText = async (call: Call): Promise<Answer> => {
  const { world, operation, query, headers, body } = call;
  const { faults } = world;
  if (faults.take('free-quota-used-up', operation)) throw usedUp();
  const trace = headers['x-clienttraceid'];
  const order = readOrder(query, typeof trace === 'string' ? trace : undefined);
  const { texts, charged } = readTexts(body, order.targets.length);
  await checkCategory(world, order);
  if (faults.take('system-being-prepared', operation)) throw beingPrepared();
  const blind = faults.take('undetected', operation) !== undefined;
  const prefix = world.namespace === 'Vendor' ? 'vendortrans' : 'mstrans';
  const answers = texts.map((text) => answerText(text, order, prefix, blind));
  const used = order.targets.map((_, index) => answers.some(({ systems }) => systems[index]?.kind === 'Custom'));
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
  order: Order,
  prefix: string,
  blind: boolean,
): { readonly result: unknown; readonly systems: readonly System[] } => {
  const source = order.fromScript !== undefined && order.from ? fromLatin(text, order.from) : text;
  const pieces = order.html ? htmlPieces(source, prefix) : plainPieces(source, prefix);
  if (!pieces) throw refusal(400005, 'The HTML of a text is not a well-formed, complete element.');
  if (!order.from && pieces.some(({ kind }) => kind === 'forced'))
    throw refusal(400035, 'The dynamic dictionary needs the from language.');
  const detected = order.from ? undefined : detect(pieces, order, blind);
  const from = order.from ?? detected?.language ?? english;
  const systems = order.targets.map(({ language }) => systemFor(from, language, order));
  return {
    systems,
    result: {
      ...(detected ? { detectedLanguage: { language: detected.language.code, score: detected.score } } : {}),
      ...(order.fromScript === undefined ? {} : { sourceText: { text: source } }),
      translations: order.targets.map((target, index) => {
        const terms = systems[index]?.terms ?? new Map();
        return shown(compose(pieces, { from, to: target.language, terms }, order), target, order);
      }),
    },
  };
};

/** Where nothing tells the language, the suggested one counts, and English without one; no score is given for that. */
const detect = (
  pieces: readonly Piece[],
  order: Order,
  blind: boolean,
): { readonly language: Language; readonly score: number } => {
  const text = pieces.flatMap(({ kind, raw }) => (kind === 'text' ? [order.html ? decodeEntities(raw) : raw] : []));
  const found = blind ? undefined : detectLanguage(text.join(' '));
  const language = found && findLanguage(found.language);
  return found && language ? { language, score: found.score } : { language: order.suggestedFrom ?? english, score: 0 };
};

const shown = (composed: Composed, { language, script }: Target, order: Order): unknown => ({
  text: composed.text,
  ...(script === undefined ? {} : { transliteration: { script, text: romanise(composed.text, language) } }),
  to: language.code,
  ...(order.includeAlignment ? { alignment: { proj: composed.projection } } : {}),
  ...(order.includeSentenceLength
    ? { sentLen: { srcSentLen: composed.sourceLengths, transSentLen: composed.lengths } }
    : {}),
});
