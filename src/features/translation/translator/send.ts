import { VendorError } from '#cloud/errors/errors.ts';
import type {
  Translation,
  TranslationAnswer,
  TranslationQuery,
  TranslationResult,
} from '#cloud/operations/translation.ts';
import { SECOND } from '#platform/lib/clock.ts';
import type { Reservation } from '../meter/meter.ts';
import type { Asker, Order, Target } from '../translation.ts';
import type { QuotaBreaker, TranslateDeps } from './context.ts';
import { type FaultContext, faultOf, MOST_PARKS, remedyOf, TranslationFault, unreadable } from './faults.ts';
import { halves, packRequests, type Request, requestSize, type Segment } from './plan.ts';
import type { SegmentResponse } from './response-store.ts';

/** A segment and its response in one language; undefined if the translator cannot use the text. */
export interface TranslatedSegment {
  readonly segment: Segment;
  readonly response: SegmentResponse | undefined;
}

export interface SegmentResult {
  readonly segment: Segment;
  readonly target: Target;
  /** In order; one unless the segment was too long for the translator after all. */
  readonly parts: readonly TranslatedSegment[];
}

interface Sending {
  readonly order: Pick<Order, 'category' | 'allowFallback'>;
  readonly breaker: QuotaBreaker;
  readonly context: () => FaultContext;
  /** Sends one request unchanged. */
  readonly post: (request: Request, category: string | undefined) => Promise<readonly SegmentResult[]>;
  /** Into shorter segments; fewer than two if that is not possible. */
  readonly divide: (segment: Segment) => readonly Segment[];
}

/** The most concurrent requests of one order. */
const MOST_AT_ONCE = 4;
/** How often one order searches for texts that the translator cannot use. */
const MOST_ISOLATED = 40;

/** The category of further requests: none once its system was not ready in time and the general one is allowed. */
export const categoryFor = (
  { category, allowFallback }: Sending['order'],
  { parked }: FaultContext,
): string | undefined => ((parked.preparing ?? 0) >= MOST_PARKS && allowFallback ? undefined : category);

/**
 * Sends requests, a few at a time, and adapts refused ones: with less at once, without a text that the translator cannot
 * use, or with the general system. A failed request does not affect the results of the others.
 * @throws TranslationFault, and errors of `post`
 */
export const sendAll = async (
  requests: readonly Request[],
  { order, breaker, context, post, divide }: Sending,
): Promise<readonly SegmentResult[]> => {
  let isolated = 0;

  const send = async (request: Request, category: string | undefined): Promise<readonly SegmentResult[]> => {
    try {
      return await post(request, category);
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      const remedy = remedyOf(error);
      if (remedy.is === 'general' && category !== undefined && order.allowFallback) return send(request, undefined);
      if (remedy.is === 'quota') breaker.usedUp(context().now);
      if (remedy.is === 'isolate') isolated += 1;
      const less = remedy.is === 'shrink' || (remedy.is === 'isolate' && isolated <= MOST_ISOLATED);
      const results = less ? await sendLess(request, category, remedy.is) : undefined;
      if (results) return results;
      throw faultOf(error, remedy, context());
    }
  };

  /** Undefined if the request cannot be reduced. */
  const sendLess = async (
    request: Request,
    category: string | undefined,
    why: 'shrink' | 'isolate',
  ): Promise<readonly SegmentResult[] | undefined> => {
    const { segments, to } = request;
    const [segment] = segments;
    if (segments.length === 1 && segment && why === 'isolate')
      return to.map((target) => ({ segment, target, parts: [{ segment, response: undefined }] }));
    const half = halves(request);
    if (half.length > 0) return sendInOrder(half, category);
    const [target] = to;
    const shorter = segment ? divide({ ...segment, to }) : [];
    if (!segment || !target || shorter.length < 2) return undefined;
    const results = await sendInOrder(packRequests(shorter), category);
    return [{ segment, target, parts: results.flatMap(({ parts }) => parts) }];
  };

  const sendInOrder = async (less: readonly Request[], category: string | undefined): Promise<SegmentResult[]> => {
    const results: SegmentResult[] = [];
    for (const request of less) results.push(...(await send(request, category)));
    return results;
  };

  const failures: unknown[] = [];
  const results: SegmentResult[] = [];
  const queue = [...requests];
  const sendNext = async (): Promise<void> => {
    for (let request = queue.shift(); request; request = queue.shift()) {
      try {
        results.push(...(await send(request, categoryFor(order, context()))));
      } catch (error) {
        failures.push(error);
        if (!failsAlone(error)) queue.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, sendNext));
  if (failures.length > 0) throw worstOf(failures);
  return results;
};

/** Other requests may succeed after this one has failed. */
const failsAlone = (error: unknown): boolean =>
  error instanceof TranslationFault && error.next.is === 'park' && error.next.why === 'away';

/** An error that ends the order takes precedence over a delay, and a longer delay over a shorter one. */
const worstOf = (failures: readonly unknown[]): unknown => {
  const until = (error: unknown): number =>
    error instanceof TranslationFault && error.next.is === 'park' ? error.next.until : Number.POSITIVE_INFINITY;
  return failures.reduce((worst, error) => (until(error) > until(worst) ? error : worst));
};

/** The options of all segments in a request, besides their languages. */
export interface RequestOptions extends Pick<Order, 'profanity' | 'allowFallback' | 'alignment'> {
  readonly suggestedFrom: string | undefined;
  readonly category: string | undefined;
}

interface Received {
  readonly segment: Segment;
  readonly target: Target;
  readonly response: SegmentResponse;
}

/** The vendor takes up to 15 s, a custom system 120 s; the rest is for the network and a second try. */
const DEADLINE = { general: 20 * SECOND, custom: 125 * SECOND } as const;

/**
 * One request, counted before it is sent and before each further try.
 * @returns a response for each segment in each language
 * @throws VendorError, TranslationFault for an answer that does not match, and errors of the meter
 */
export const sendRequest = async (
  request: Request,
  options: RequestOptions,
  asker: Asker,
  { call, meter, correlation, endBy }: Pick<TranslateDeps, 'call' | 'meter' | 'correlation' | 'endBy'>,
): Promise<readonly Received[]> => {
  const reservation = await meter.reserve(requestSize(request), asker);
  let tries = 0;
  const beforeTry = async (_attempt: number, doubt: boolean): Promise<void> => {
    if (doubt) await reservation.again();
    tries += 1;
  };
  const deadlineMs = options.category === undefined ? DEADLINE.general : DEADLINE.custom;
  const answer = await call(queryOf(request, options), { correlation, deadlineMs, endBy, beforeTry }).catch(
    (error: unknown) => refund(reservation, error, tries),
  );
  await reservation.settle(answer.meteredUsage);
  return responsesOf(request, answer);
};

/** A refusal costs nothing; if the outcome is unknown, the reserved characters stay counted. */
const refund = async (reservation: Reservation, error: unknown, tries: number): Promise<never> => {
  const refused = error instanceof VendorError && (/^4\d{5}$/.test(error.vendorCode) || error.arrived === 'no');
  await reservation.settle(tries === 0 || refused ? 0 : undefined);
  throw error;
};

const queryOf = (
  { segments, to }: Request,
  { suggestedFrom, category, allowFallback, profanity, alignment }: RequestOptions,
): TranslationQuery => {
  const [first] = segments;
  const scripts = to.flatMap(({ script }) => script ?? []);
  const plain = first?.textType === 'plain';
  return {
    texts: segments.map(({ text }) => text),
    to: to.map(({ language }) => language),
    textType: plain ? 'plain' : 'html',
    ...(first?.from === undefined ? {} : { from: first.from }),
    ...(suggestedFrom === undefined || first?.from !== undefined ? {} : { suggestedFrom }),
    ...(scripts.length === 0 ? {} : { toScript: scripts }),
    ...(category === undefined ? {} : { category, allowFallback }),
    ...(profanity === 'NoAction' ? {} : { profanityAction: profanity }),
    ...(alignment && plain ? { includeAlignment: true, includeSentenceLength: true } : {}),
  };
};

const responsesOf = ({ segments, to }: Request, { results, systems }: TranslationAnswer): readonly Received[] => {
  const whole =
    results.length === segments.length && results.every(({ translations }) => translations.length === to.length);
  if (!whole) throw unreadable();
  return segments.flatMap((segment, row) =>
    to.flatMap((target, column): readonly Received[] => {
      const result = results[row];
      const translation = result?.translations[column];
      if (!result || !translation) return [];
      const response = { ...responseOf(translation, result), custom: systems[column] === 'Custom' };
      return [{ segment, target, response }];
    }),
  );
};

const responseOf = (
  { text, transliteration, alignment, sentLen }: Translation,
  { detectedLanguage }: TranslationResult,
): Omit<SegmentResponse, 'custom'> => ({
  text,
  ...(transliteration ? { transliteration: transliteration.text } : {}),
  ...(detectedLanguage ? { detected: detectedLanguage } : {}),
  ...(alignment
    ? { words: alignment.map(({ source, target }) => [source.start, source.end, target.start, target.end] as const) }
    : {}),
  ...(sentLen ? { sourceSentences: sentLen.srcSentLen, targetSentences: sentLen.transSentLen } : {}),
});
