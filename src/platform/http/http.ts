import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, steady } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/logger.ts';
import { createExchange, type ServerTime } from './exchange.ts';
import { HttpFailure, type HttpRequest, type HttpResponse } from './message.ts';
import type { ForwardProxy } from './proxy.ts';
import {
  backoff,
  createPauses,
  createRetryBudget,
  deniesArrival,
  mayHaveArrived,
  mayRepeat,
  type Outcome,
  triesOf,
  waitOf,
} from './retry.ts';

export type { BeforeTry, HttpRequest, HttpResponse } from './message.ts';

export interface Http {
  /** A status that is not retried is a response, 4xx and 5xx too. @throws HttpFailure when there is no answer */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Waits for running requests. */
  close(): Promise<void>;
  /** Aborts running requests and their retries, and sends nothing more. */
  destroy(): Promise<void>;
}

interface HttpDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Absent where the way out is direct. */
  readonly proxy?: ForwardProxy | undefined;
  /** Gets the server's time with each answer. */
  readonly time?: Pick<ServerTime, 'heard'>;
  /** From 0 to under 1, for the jitter. */
  readonly random?: () => number;
  /** Waits so many milliseconds; rejects when the signal fires. Tests pass one that does not wait. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const SPREAD_MS = 250;
/** The only way to other machines. */
export const createHttp = ({
  log,
  time,
  random = Math.random,
  wait = (ms, signal) => sleep(ms, undefined, { signal }),
  ...deps
}: HttpDeps): Http => {
  const clock = steady(deps.clock);
  const exchange = createExchange(deps.proxy);
  const pauses = createPauses(clock);
  const budget = createRetryBudget(clock);
  const underWay = new Set<AbortController>();

  /** Waits until the request is free to go, also when a pause gets longer meanwhile; fails when that takes too long. */
  const passPauses = async (request: HttpRequest, host: string, deadlineAt: number, signal: AbortSignal) => {
    const free = (): number | undefined => pauses.until(request, host);
    for (let seen = 0, until = free(); until !== undefined && until > seen; until = free()) {
      const pause = until - Math.max(seen, clock.now());
      const tooLong = new HttpFailure('throttled', host, { retryAfterMs: pause });
      if (
        isTooLong(request, clock.now(), pause, deadlineAt) ||
        (await interrupted(pause + random() * SPREAD_MS, signal))
      )
        return tooLong;
      seen = until;
    }
    return undefined;
  };

  const interrupted = (ms: number, signal: AbortSignal): Promise<boolean> =>
    wait(ms, signal).then(
      () => false,
      () => true,
    );

  const tryOnce = async (request: HttpRequest, url: URL, attempt: number, signal: AbortSignal): Promise<Outcome> => {
    const startedAt = clock.now();
    const outcome = await exchange.once(request, url, signal).catch((error: unknown) => {
      if (error instanceof HttpFailure) return error;
      throw error;
    });
    const line = { host: url.host, method: request.method, attempt, ms: clock.now() - startedAt };
    const traced = request.correlation === undefined ? line : { ...line, correlation: request.correlation };
    if ('status' in outcome) {
      time?.heard(outcome.headers['date']);
      const good = outcome.status < 400;
      if (good) budget.succeeded(url.host);
      log[good ? 'debug' : 'info']('http', { ...traced, status: outcome.status });
    } else log.warn('http', { ...traced, reason: outcome.kind, error: outcome.cause });
    return outcome;
  };

  /** The wait before the next try, or the result of the request. */
  const decide = (
    request: HttpRequest,
    outcome: Outcome,
    attempt: number,
    host: string,
    deadlineAt: number,
    doubt: boolean,
  ): { readonly pause: number } | { readonly final: Outcome } => {
    const now = clock.now();
    const asked = 'status' in outcome ? waitOf(outcome.headers, deps.clock.now()) : undefined;
    if ('status' in outcome && outcome.status === 429) pauses.begin(request, host, outcome, asked ?? 0);
    if (!mayRepeat(request.retry, outcome, doubt)) return { final: outcome };
    if ('status' in outcome && asked !== undefined && isTooLong(request, now, asked, deadlineAt)) {
      // A request that may have been carried out keeps its own outcome: only a refusal says that nothing was done.
      if (!deniesArrival(outcome)) return { final: outcome };
      const away = outcome.status === 503;
      return { final: new HttpFailure('throttled', host, { retryAfterMs: asked, away }) };
    }
    const pause = asked === undefined ? backoff(attempt, random) : asked + random() * SPREAD_MS;
    const over = attempt >= triesOf(request.retry) || now + pause > deadlineAt || !budget.spend(host);
    return over ? { final: outcome } : { pause };
  };

  return {
    async send(request) {
      const url = pinned(request);
      const deadlineAt = clock.now() + request.deadlineMs;
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), request.deadlineMs);
      underWay.add(deadline);
      try {
        for (let attempt = 1, doubt = false, unclear = false; ; attempt += 1) {
          const kept = await passPauses(request, url.host, deadlineAt, deadline.signal);
          if (!kept) await request.beforeTry?.(attempt, unclear);
          const outcome = kept ?? (await tryOnce(request, url, attempt, deadline.signal));
          const next = decide(request, outcome, attempt, url.host, deadlineAt, doubt);
          if ('final' in next) return conclude(next.final, doubt, url.host);
          if (await interrupted(next.pause, deadline.signal)) return conclude(outcome, doubt, url.host);
          unclear = mayHaveArrived(outcome);
          doubt ||= unclear && request.retry !== 'read';
        }
      } finally {
        clearTimeout(timer);
        underWay.delete(deadline);
      }
    },
    close: () => exchange.close(),
    destroy: () => {
      for (const deadline of underWay) deadline.abort();
      return exchange.destroy();
    },
  };
};

const isTooLong = (
  { longestWaitMs = Number.POSITIVE_INFINITY }: HttpRequest,
  now: number,
  ms: number,
  deadlineAt: number,
) => ms > longestWaitMs || now + ms > deadlineAt;

/** After a try that may have been carried out, "throttled" and "not sent" do not answer for a change: it stays lost. */
const conclude = (final: Outcome, doubt: boolean, host: string): HttpResponse => {
  if (doubt && deniesArrival(final)) throw new HttpFailure('lost', host, { cause: final });
  if ('status' in final) return final;
  throw final;
};

/** Refuses an address outside the configured origin, and one with a user name. */
const pinned = (request: HttpRequest): URL => {
  const url = URL.parse(request.url);
  if (url && url.origin === request.origin && url.origin !== 'null' && url.username + url.password === '') return url;
  throw new HttpFailure('wrong-origin', url?.host ?? '');
};
