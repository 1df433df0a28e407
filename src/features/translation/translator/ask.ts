import type { Asker, Order, Target } from '../translation.ts';
import type { TranslateDeps } from './context.ts';
import { type FaultContext, interrupted, quotaUsedUp, tooLate } from './faults.ts';
import { packRequests, type Request, requestSize, type Segment } from './plan.ts';
import { cacheKey } from './response-store.ts';
import {
  categoryFor,
  type RequestOptions,
  type SegmentResult,
  sendAll,
  sendRequest,
  type TranslatedSegment,
} from './send.ts';

/** The result of a segment in one of its languages: one translated segment unless it had to be divided. */
type Translated = (segment: Segment, target: Target) => readonly TranslatedSegment[];

export interface Translator {
  /**
   * Cached responses are not requested again, and new ones are cached at once.
   * @param progress gets the number of characters; absent if the reader does not wait for these segments
   * @throws TranslationFault, and errors of the meter
   */
  ask(segments: readonly Segment[], suggestedFrom?: string, progress?: TranslateDeps['progress']): Promise<Translated>;
  /** Characters of this run from the cache. */
  saved(): number;
}

/** @param divide into shorter segments; returns fewer than two if that is not possible */
export const createTranslator = (
  order: Order,
  asker: Asker,
  deps: TranslateDeps,
  divide: (segment: Segment) => readonly Segment[],
): Translator => {
  const { profanity, allowFallback, alignment } = order;
  const { cache, meter, breaker, parked, endBy, stopping, now } = deps;
  let saved = 0;
  /** Characters of finished calls: progress never decreases. */
  let before = 0;
  let gained = false;
  const context = (): FaultContext => ({ now: now(), endBy, parked, gained });

  /** Nothing is sent after the deadline. */
  const requireTime = (): void => {
    if (stopping()) throw interrupted(context());
    if (now() >= endBy) throw tooLate();
  };

  const send = async (request: Request, options: RequestOptions): Promise<readonly SegmentResult[]> => {
    requireTime();
    const received = await sendRequest(request, options, asker, deps);
    gained = true;
    breaker.reset();
    await cache.save(
      received.map(({ segment, target, response }) => [
        cacheKey(segment, target, options, asker.conversationId),
        response,
      ]),
    );
    return received.map(({ segment, target, response }) => ({ segment, target, parts: [{ segment, response }] }));
  };

  return {
    saved: () => saved,

    async ask(segments, suggestedFrom, progress) {
      const options = { profanity, allowFallback, alignment, suggestedFrom };
      const wording = { ...options, category: categoryFor(order, context()) };
      const wanted = segments.flatMap((segment) => segment.to.map((target) => ({ segment, target })));
      const cached = await cache.find(
        wanted.map(({ segment, target }) => cacheKey(segment, target, wording, asker.conversationId)),
      );
      const known = wanted.flatMap(({ segment, target }, index): readonly SegmentResult[] => {
        const response = cached[index];
        return response ? [{ segment, target, parts: [{ segment, response }] }] : [];
      });
      const found = new Map(known.map(({ segment, target, parts }) => [keyOf(segment, target), parts]));
      const translated: Translated = (segment, target) =>
        found.get(keyOf(segment, target)) ?? [{ segment, response: undefined }];

      const requests = packRequests(missing(segments, found));
      const all = segments.reduce((sum, { written, to }) => sum + written.length * to.length, 0);
      const toSend = requests.reduce((sum, request) => sum + requestSize(request), 0);
      let done = all - toSend;
      const report = (): void => progress?.(before + done, before + all);
      report();
      if (progress) saved += done;
      if (toSend > 0) {
        const closed = breaker.closedUntil(now());
        if (closed !== undefined) throw quotaUsedUp(closed);
        await meter.foresee(toSend, asker);
        const results = await sendAll(requests, {
          ...{ order, breaker },
          context,
          divide,
          async post(request, category) {
            const sent = await send(request, { ...options, category });
            done = Math.min(all, done + requestSize(request));
            report();
            return sent;
          },
        });
        for (const { segment, target, parts } of results) found.set(keyOf(segment, target), parts);
        done = all;
        report();
      }
      if (progress) before += all;
      return translated;
    },
  };
};

/** Equal for segments with the same content, whatever their other languages. */
const keyOf = ({ to: _, ...segment }: Segment, target: Target): string => JSON.stringify([segment, target]);

/** The rest to send: equal segments once, each with the languages that are not cached. */
const missing = (segments: readonly Segment[], found: ReadonlyMap<string, unknown>): readonly Segment[] =>
  [...new Map(segments.map((segment) => [JSON.stringify(segment), segment])).values()].flatMap((segment) => {
    const to = segment.to.filter((target) => !found.has(keyOf(segment, target)));
    return to.length > 0 ? [{ ...segment, to }] : [];
  });
