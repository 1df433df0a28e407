import { VendorError } from '../../../api/errors/errors.ts';
import type {
  Translation,
  TranslationAnswer,
  TranslationQuery,
  TranslationResult,
} from '../../../api/operations/translation.ts';
import { SECOND } from '../../../lib/clock.ts';
import type { QuotaBreaker } from '../meter/meter.ts';
import type { Asker, Order, Target } from '../translation.ts';
import type { AskedText, KnownText, Reservation, TranslateDeps } from './context.ts';
import { type FaultContext, faultOf, MOST_PARKS, remedyOf, TranslationFault, unreadable } from './faults.ts';
import { halves, type Item, packRequests, type Request, requestSize } from './plan.ts';

/** A piece of a text, and what the translator said to it; undefined where it can't use it. */
export interface Answer<P> {
  readonly piece: P;
  readonly known: KnownText | undefined;
}

/** By text, then by language: its pieces in their order, one unless it was too long for the translator after all. */
export type Answers<P> = readonly (readonly (readonly Answer<P>[])[])[];

interface Delivery<P> {
  readonly order: Pick<Order, 'category' | 'allowFallback'>;
  readonly breaker: QuotaBreaker;
  readonly context: () => FaultContext;
  /** Sends one request as it stands. */
  readonly post: (request: Request<P & Item>, category: string | undefined) => Promise<Answers<P>>;
  /** Into shorter pieces; fewer than two where that can't be. */
  readonly divide: (piece: P) => readonly P[];
}

/** Requests of one order that are under way at once. */
const LANES = 4;
/** So often at most one order looks for the texts that the translator can't use. */
const MOST_ISOLATED = 40;

/** The category that an order asks for now: none once its system did not get ready, where the general one may do it. */
export const categoryOf = (
  { category, allowFallback }: Delivery<Item>['order'],
  { parked }: FaultContext,
): string | undefined => ((parked.preparing ?? 0) >= MOST_PARKS && allowFallback ? undefined : category);

/**
 * Sends requests, a few at a time, and helps where the translator refuses: with less at once, without a text that it can't
 * use, by the general system. A request that fails does not touch the others' answers.
 * @returns the answers of each request
 * @throws TranslationFault, and what `post` throws
 */
export const deliverAll = async <P extends Item>(
  requests: readonly Request<P>[],
  { order, breaker, context, post, divide }: Delivery<P>,
): Promise<readonly Answers<P>[]> => {
  let isolated = 0;

  const deliver = async (request: Request<P>, category: string | undefined): Promise<Answers<P>> => {
    try {
      return await post(request, category);
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      const remedy = remedyOf(error);
      if (remedy.is === 'general' && category !== undefined && order.allowFallback) return deliver(request, undefined);
      if (remedy.is === 'quota') breaker.usedUp(context().now);
      if (remedy.is === 'isolate') isolated += 1;
      const less = remedy.is === 'shrink' || (remedy.is === 'isolate' && isolated <= MOST_ISOLATED);
      const answers = less ? await deliverLess(request, category, remedy.is) : undefined;
      if (answers) return answers;
      throw faultOf(error, remedy, context());
    }
  };

  /** Undefined where the request can't be less than it is. */
  const deliverLess = async (
    { items, to }: Request<P>,
    category: string | undefined,
    why: 'shrink' | 'isolate',
  ): Promise<Answers<P> | undefined> => {
    const [item] = items;
    if (items.length === 1 && item && why === 'isolate') return [to.map(() => [{ piece: item, known: undefined }])];
    const [first, second] = halves({ items, to });
    if (first && second) {
      const [one, other] = [await deliver(first, category), await deliver(second, category)];
      return items.length > 1 ? [...one, ...other] : [[...(one[0] ?? []), ...(other[0] ?? [])]];
    }
    const pieces = item ? divide({ ...item, to }) : [];
    if (pieces.length < 2) return undefined;
    const rows: Answers<P>[number][] = [];
    for (const piece of packRequests(pieces)) rows.push(...(await deliver(piece, category)));
    return [to.map((_, column) => rows.flatMap((row) => row[column] ?? []))];
  };

  const failures: unknown[] = [];
  const answered: Answers<P>[] = [];
  const queue = [...requests.entries()];
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, request] = next;
      try {
        answered[index] = await deliver(request, categoryOf(order, context()));
      } catch (error) {
        failures.push(error);
        if (!passesAlone(error)) queue.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (failures.length > 0) throw worstOf(failures);
  return answered;
};

/** The others may fare better than this one. */
const passesAlone = (error: unknown): boolean =>
  error instanceof TranslationFault && error.next.is === 'park' && error.next.why === 'away';

/** What ends the order goes before what delays it, the longest delay before shorter ones. */
const worstOf = (failures: readonly unknown[]): unknown => {
  const until = (error: unknown): number =>
    error instanceof TranslationFault && error.next.is === 'park' ? error.next.until : Number.POSITIVE_INFINITY;
  return failures.reduce((worst, error) => (until(error) > until(worst) ? error : worst));
};

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
