import { malformedAnswer } from '#cloud/errors/errors.ts';
import { addressOf, type FrozenCall } from '#cloud/request/freeze.ts';
import { inResponse, readResponse } from '#cloud/response/response.ts';
import { waitOf as askedWait } from '#platform/http/retry.ts';
import { type Clock, DAY, SECOND } from '#platform/lib/clock.ts';
import type { AnyLong, Progress } from './operation.ts';
import { addressWithin } from './paging.ts';
import type { Answer, Sending, Transport } from './transport.ts';

/** One poll of a long-running operation, as plain JSON: a job stores it and polls again later. */
export interface Step<A = unknown> {
  readonly progress: Progress;
  /** The result; absent while a Location answers only that it is running. */
  readonly answer?: A;
  /** The next poll: path and query at the operation's service. */
  readonly tracking: string;
  /** When the next poll is due, in milliseconds from now. */
  readonly waitMs: number;
}

const USUAL_WAIT_MS = 5 * SECOND;
const LONGEST_WAIT_MS = DAY;
/** A Location says when it is done. */
const RUNNING: ReadonlySet<number> = new Set([201, 202]);

/** Follows a long-running operation (docs/sources.md, Long-running operations), one step at a time. */
export const createLongSteps = ({ transport, clock }: { transport: Transport; clock: Clock }) => {
  const waitOf = ({ headers }: Answer): number =>
    Math.min(LONGEST_WAIT_MS, Math.max(SECOND, askedWait(headers, clock.now()) ?? USUAL_WAIT_MS));

  const readStep = (operation: AnyLong, answer: Answer, tracking: string): Step => {
    const waitMs = waitOf(answer);
    if (operation.follow === 'location' && RUNNING.has(answer.status)) return { progress: 'running', tracking, waitMs };
    const read = readResponse(operation, answer);
    return { progress: operation.progressOf(read as never), answer: read, tracking, waitMs };
  };

  const baseOf = (operation: AnyLong): string => transport.serviceOf(operation).base;

  /** A Location may change from step to step; it never leaves the service's origin. */
  const trackingOf = (operation: AnyLong, answer: Answer, current: URL): string => {
    const { location } = answer.headers;
    const moved = operation.follow === 'location' && location !== undefined;
    const { pathname, search } = moved ? inResponse(answer, () => addressWithin(location, current)) : current;
    return pathname + search;
  };

  return {
    /** The first answer. @throws VendorError `Vendor.Malformed`, also for a missing Location or one at another origin */
    begun(operation: AnyLong, frozen: FrozenCall, answer: Answer): Step {
      const isRunning = operation.follow === 'location' && RUNNING.has(answer.status);
      const lost = isRunning && answer.headers['location'] === undefined;
      if (lost) throw malformedAnswer(answer.status, answer.ids, new TypeError('no Location to follow'));
      return readStep(operation, answer, trackingOf(operation, answer, addressOf(frozen, baseOf(operation))));
    },

    /** With the answer as received. @throws VendorError; RangeError for a tracking at another origin */
    async poll(
      operation: AnyLong,
      tracking: string,
      options: Omit<Sending, 'url' | 'method' | 'body'>,
    ): Promise<{ readonly step: Step; readonly answer: Answer }> {
      const url = addressWithin(tracking, new URL(baseOf(operation)));
      const looking = {
        ...options,
        url,
        method: 'GET',
        body: null,
        retry: 'read',
        success: [200, 201, 202, 204],
      } as const;
      const answer = await transport.send(operation, looking);
      return { step: readStep(operation, answer, trackingOf(operation, answer, url)), answer };
    },
  };
};
