import type { z } from 'zod';
import type { HttpRequest, HttpResponse } from '#platform/http/http.ts';
import { backoff, MAX_TRIES } from '#platform/http/retry.ts';
import { type AccessToken, type AppSignIn, createAccessToken } from '#platform/identity/access-token.ts';
import { SignInError } from '#platform/identity/sign-in-error.ts';
import type { Base } from '#platform/jobs/jobs.ts';
import { SECOND, steady } from '#platform/lib/clock.ts';
import type { Secret } from '#platform/lib/secret.ts';
import { withoutTail } from '#platform/lib/text.ts';
import { ConnectorError, failureOf, unanswered } from './errors.ts';
import type { Priority } from './queue/queue.ts';
import type { RetryDecision, Scheduler } from './queue/scheduler.ts';
import type { ChannelTrust } from './trust.ts';

/** One call to the Connector's REST interface. */
export interface Call<T> {
  readonly serviceUrl: string;
  readonly method: Exclude<HttpRequest['method'], 'PATCH'>;
  /** Below the service URL, encoded by the caller. */
  readonly path: string;
  readonly body?: string;
  readonly answer: z.ZodType<T>;
  readonly queue: string;
  readonly counted: boolean;
  /** True when calling twice has the same effect as once. */
  readonly repeatable: boolean;
  /** False: throttling is reported at once instead of waited for; true when absent. */
  readonly patient?: boolean | undefined;
  readonly priority: Priority;
  readonly deadlineMs: number;
  readonly correlation?: string | undefined;
  /** Records the answer; the queue sends nothing else that is recorded before this ends. */
  readonly recorded?: ((answer: T) => Promise<void>) | undefined;
}

/** A call as it is sent, without the type of its answer. */
type Sendable = Omit<Call<unknown>, 'recorded'>;

/** Makes a call with the bot's token as soon as the rate limits allow, and reads the answer. @throws ConnectorError */
export type Caller = <T>(call: Call<T>) => Promise<T>;

interface CallerDeps extends Pick<Base, 'http' | 'clock'> {
  readonly trust: Pick<ChannelTrust, 'allowsServiceUrl'>;
  readonly token: AccessToken;
  readonly scheduler: Scheduler;
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
      credential: call.queue, // A failure of one conversation must not stop the others.
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(call.correlation === undefined ? {} : { correlation: call.correlation }),
    });

  /** A 401 means that the token is no longer valid and nothing was done: retried once with a new token. */
  const sendSigned = async (call: Sendable, url: URL, deadlineAt: number): Promise<HttpResponse> => {
    const authorization = await token.get(call.correlation);
    const response = await sendOnce(call, url, authorization, deadlineAt);
    if (response.status !== 401) return response;
    token.drop(authorization);
    return sendOnce(call, url, await token.get(call.correlation), deadlineAt);
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

/** The address of the call: the token goes only to a service URL that the trust allows, and to paths below it. */
const addressOf = ({ serviceUrl, path }: Sendable, trust: CallerDeps['trust']): URL => {
  if (!trust.allowsServiceUrl(serviceUrl)) throw new ConnectorError('refused', { text: 'connector.error.serviceUrl' });
  return new URL(`${withoutTail(serviceUrl, '/')}/${path}`);
};

/** Teams accepted the call, but its answer is not as documented: a chat may be open with an unknown id. */
const unreadable = ({ method }: Sendable, status: number): ConnectorError =>
  new ConnectorError(method === 'GET' ? 'refused' : 'unclear', { status });

/** Parses a body by its schema; a body that is no JSON counts as empty. */
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
 * After a failed try: again if certainly not posted, or if `repeatable`; a caller that is not `patient` gets `throttled` at once.
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

export interface BotTokenDeps extends Pick<AppSignIn, 'http' | 'clock' | 'credential'> {
  readonly trust: Pick<ChannelTrust, 'tokenUrl' | 'tokenScope'>;
}

export const botSignIn = ({ http, clock, credential, trust }: BotTokenDeps): AppSignIn => ({
  http,
  clock,
  credential,
  owner: 'bot',
  tokenUrl: trust.tokenUrl,
  scope: trust.tokenScope,
});

/** The bot's own token for the Connector. Its errors are ConnectorErrors: nothing was posted. */
export const createBotToken = (deps: BotTokenDeps): AccessToken => {
  const token = createAccessToken(botSignIn(deps));
  return {
    get: (correlation) =>
      token.get(correlation).catch((error: unknown) => {
        throw error instanceof SignInError ? ofSignIn(error) : unanswered(error, 'GET');
      }),
    drop: token.drop,
  };
};

const ofSignIn = (cause: SignInError): ConnectorError => {
  const { status, retryAfterMs, retryable } = cause;
  if (retryable) return new ConnectorError(status === 429 ? 'throttled' : 'not-sent', { status, retryAfterMs, cause });
  return new ConnectorError('unauthorized', { text: 'connector.error.signIn', status, cause });
};
