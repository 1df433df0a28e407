import type { z } from 'zod';
import type { Http, HttpRequest, HttpResponse } from '../http/http.ts';
import { backoff, MAX_TRIES } from '../http/retry.ts';
import { type Clock, SECOND, steady } from '../lib/clock.ts';
import type { Secret } from '../lib/secret.ts';
import { withoutTail } from '../lib/text.ts';
import { ConnectorError } from './errors.ts';
import { failureOf, unanswered } from './failure.ts';
import type { Priority } from './queue/queue.ts';
import type { RetryDecision, Scheduler } from './queue/scheduler.ts';
import type { BotToken } from './token.ts';
import type { ChannelTrust } from './trust.ts';

/** One call to the Connector's REST interface. */
export interface Call<T> {
  readonly serviceUrl: string;
  readonly method: Exclude<HttpRequest['method'], 'PATCH'>;
  /** Below the service URL, encoded by the caller. */
  readonly path: string;
  readonly body?: string;
  readonly answer: z.ZodType<T>;
  readonly lane: string;
  readonly counted: boolean;
  /** True when doing it twice is the same as doing it once. */
  readonly repeatable: boolean;
  /** False: nobody waits here while Teams wants a rest; true when absent. */
  readonly patient?: boolean | undefined;
  readonly priority: Priority;
  readonly deadlineMs: number;
  readonly correlation?: string | undefined;
  /** Awaited with the answer before the lane says anything else that is written down. */
  readonly recorded?: ((answer: T) => Promise<void>) | undefined;
}

/** A call as it is sent, whatever its answer is. */
type Sendable = Omit<Call<unknown>, 'recorded'>;

/** Makes a call when its windows allow, with the bot's token, and reads the answer. @throws ConnectorError */
export type Caller = <T>(call: Call<T>) => Promise<T>;

export interface CallerDeps {
  readonly http: Http;
  readonly trust: Pick<ChannelTrust, 'allowsServiceUrl'>;
  readonly token: BotToken;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly random: () => number;
}

export const createCaller = ({ http, trust, token, scheduler, clock, random }: CallerDeps): Caller => {
  const waits = steady(clock);

  const sendOnce = (call: Sendable, url: URL, authorization: Secret, deadlineAt: number): Promise<HttpResponse> =>
    http.send({
      method: call.method,
      url: url.href,
      origin: url.origin,
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json; charset=utf-8' },
      retry: 'none',
      deadlineMs: Math.max(1, deadlineAt - waits.now()),
      credential: call.lane, // What Teams says of one conversation must not stop the others.
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(call.correlation === undefined ? {} : { correlation: call.correlation }),
    });

  /** A 401 means that the token is no longer taken and that nothing was done: once more with a new one. */
  const sendSigned = async (call: Sendable, url: URL, deadlineAt: number): Promise<HttpResponse> => {
    const authorization = await token.current(call.correlation);
    const response = await sendOnce(call, url, authorization, deadlineAt);
    if (response.status !== 401) return response;
    token.drop(authorization);
    return sendOnce(call, url, await token.current(call.correlation), deadlineAt);
  };

  return (call) =>
    scheduler.schedule({
      ...call,
      async run(remainingMs) {
        const url = addressOf(call, trust);
        const response = await sendSigned(call, url, waits.now() + remainingMs).catch((error: unknown) => {
          throw unanswered(error, call.method);
        });
        if (response.status < 200 || response.status > 299) throw failureOf(response, call.method, clock.now());
        const answer = readJson(call.answer, response.text);
        if (!answer.success) throw unreadable(call, response.status);
        return answer.data;
      },
      afterFailure: retryDecision(call, random),
    });
};

/** Where the token goes: a service URL that the trust allows, and nothing but the path below it. */
const addressOf = ({ serviceUrl, path }: Sendable, trust: CallerDeps['trust']): URL => {
  if (!trust.allowsServiceUrl(serviceUrl)) throw new ConnectorError('refused', { text: 'connector.error.serviceUrl' });
  return new URL(`${withoutTail(serviceUrl, '/')}/${path}`);
};

/** Teams took it and answered something else than its documents say: a post may stand there without its id. */
const unreadable = ({ method }: Sendable, status: number): ConnectorError =>
  new ConnectorError(method === 'GET' ? 'refused' : 'unclear', { status });

/** Reads a body by its schema; one that is no JSON is read as nothing at all. */
export const readJson = <T>(schema: z.ZodType<T>, text: string): z.ZodSafeParseResult<T> =>
  schema.safeParse(parsed(text));

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

interface Manner {
  readonly repeatable: boolean;
  readonly patient?: boolean | undefined;
}

const final: RetryDecision = { restMs: 0, repeat: false };
const SPREAD_MS = SECOND / 10;

/**
 * What follows from a failed try. What was provably not posted goes again; what may have been posted only where
 * doing it twice is the same as once (`repeatable`: edits, deletions, reads, opening a chat). Who is not `patient` gets a
 * "too much for now" back at once; the lane rests all the same.
 * @param random from 0 to under 1, for the jitter
 */
const retryDecision =
  ({ repeatable, patient = true }: Manner, random: () => number) =>
  (error: unknown, tries: number): RetryDecision => {
    if (!(error instanceof ConnectorError)) return final;
    const repeat = tries < MAX_TRIES;
    if (error.kind === 'throttled') {
      const restMs = (error.retryAfterMs ?? SECOND + backoff(tries, random)) + random() * SPREAD_MS;
      return { restMs, repeat: repeat && patient };
    }
    const again = error.retryable || (repeatable && error.kind === 'unclear');
    return again ? { restMs: backoff(tries, random), repeat } : final;
  };
