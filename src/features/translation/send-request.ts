import { VendorError } from '../../api/errors/errors.ts';
import type {
  Translation,
  TranslationAnswer,
  TranslationQuery,
  TranslationResult,
} from '../../api/operations/translation.ts';
import { SECOND } from '../../lib/clock.ts';
import { unreadable } from './faults.ts';
import type { Asker, Order, Target } from './order.ts';
import { type Item, type Request, requestSize } from './requests.ts';
import type { AskedText, KnownText, Reservation, TranslateDeps } from './translate-deps.ts';

/** What holds for all texts of a request beside their languages. */
export type Wording = Pick<Order, 'profanity' | 'suggestedFrom' | 'category' | 'allowFallback' | 'curious'>;

/** The vendor takes up to 15 s, a custom system 120 s; the rest is for the way and for a second try. */
const DEADLINE = { general: 20 * SECOND, custom: 125 * SECOND } as const;

/**
 * One request, counted before it goes out and before each further try.
 * @returns by text, then by language, as the request has them
 * @throws VendorError, TranslationFault for an answer that does not fit, and what the meter throws
 */
export const sendRequest = async (
  request: Request,
  wording: Wording,
  asker: Asker,
  { call, meter, correlation, endBy }: Pick<TranslateDeps, 'call' | 'meter' | 'correlation' | 'endBy'>,
): Promise<readonly (readonly KnownText[])[]> => {
  const reservation = await meter.reserve(requestSize(request), asker);
  let tries = 0;
  const beforeTry = async (_attempt: number, doubt: boolean): Promise<void> => {
    if (doubt) await reservation.again();
    tries += 1;
  };
  const deadlineMs = wording.category === undefined ? DEADLINE.general : DEADLINE.custom;
  const answer = await call(questionOf(request, wording), { correlation, deadlineMs, endBy, beforeTry }).catch(
    (error: unknown) => settleRefusal(reservation, error, tries),
  );
  await reservation.settle(answer.meteredUsage);
  return knownOf(request, answer);
};

/** All that the answer to one text of a request in one language depends on. */
export const askedText = (
  { written, textType, from }: Item,
  { language, script }: Target,
  { suggestedFrom, category, curious, ...wording }: Wording,
  conversation: string,
): AskedText => ({
  conversation,
  text: written,
  textType,
  // Html has no word alignment: its answer is the same for the curious.
  curious: curious && textType === 'plain',
  to: language,
  ...(script === undefined ? {} : { toScript: script }),
  ...(from === undefined ? {} : { from }),
  ...(suggestedFrom === undefined || from !== undefined ? {} : { suggestedFrom }),
  ...(category === undefined ? {} : { category }),
  ...wording,
});

/** A refusal costs nothing; where nobody knows whether it was one, what was reserved stays counted. */
const settleRefusal = async (reservation: Reservation, error: unknown, tries: number): Promise<never> => {
  const decided = error instanceof VendorError && (/^4\d{5}$/.test(error.vendorCode) || error.arrived === 'no');
  await reservation.settle(tries === 0 || decided ? 0 : undefined);
  throw error;
};

const questionOf = (
  { items, to }: Request,
  { suggestedFrom, category, allowFallback, profanity, curious }: Wording,
): TranslationQuery => {
  const [first] = items;
  const scripts = to.flatMap(({ script }) => script ?? []);
  const plain = first?.textType === 'plain';
  return {
    texts: items.map(({ text }) => text),
    to: to.map(({ language }) => language),
    textType: plain ? 'plain' : 'html',
    ...(first?.from === undefined ? {} : { from: first.from }),
    ...(suggestedFrom === undefined || first?.from !== undefined ? {} : { suggestedFrom }),
    ...(scripts.length === 0 ? {} : { toScript: scripts }),
    ...(category === undefined ? {} : { category, allowFallback }),
    ...(profanity === 'NoAction' ? {} : { profanityAction: profanity }),
    ...(curious && plain ? { includeAlignment: true, includeSentenceLength: true } : {}),
  };
};

const knownOf = (
  { items, to }: Request,
  { results, systems }: TranslationAnswer,
): readonly (readonly KnownText[])[] => {
  const whole =
    results.length === items.length && results.every(({ translations }) => translations.length === to.length);
  if (!whole) throw unreadable();
  return results.map((result) =>
    result.translations.map((translation, index) => ({
      ...knownText(translation, result),
      custom: systems[index] === 'Custom',
    })),
  );
};

const knownText = (
  { text, transliteration, alignment, sentLen }: Translation,
  { detectedLanguage }: TranslationResult,
): Omit<KnownText, 'custom'> => ({
  text,
  ...(transliteration ? { transliteration: transliteration.text } : {}),
  ...(detectedLanguage ? { detected: detectedLanguage } : {}),
  ...(alignment
    ? { words: alignment.map(({ source, target }) => [source.start, source.end, target.start, target.end] as const) }
    : {}),
  ...(sentLen ? { sourceSentences: sentLen.srcSentLen, targetSentences: sentLen.transSentLen } : {}),
});
