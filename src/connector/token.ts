import { z } from 'zod';
import type { Http, HttpResponse } from '../http/http.ts';
import { SignInRefusal } from '../http/sign-in-refusal.ts';
import { type Clock, MINUTE, SECOND, steady } from '../lib/clock.ts';
import { Secret } from '../lib/secret.ts';
import { readJson } from './calls.ts';
import { ConnectorError } from './errors.ts';
import { failureOf, unanswered } from './failure.ts';
import type { ChannelTrust } from './trust.ts';

/** The bot's own token for the Connector, as the value of the Authorization header. */
export interface BotToken {
  /** The cached token while it is valid, otherwise a new one; concurrent callers share one request. */
  current(correlation?: string): Promise<Secret>;
  /** After a 401: this token is not used again. */
  drop(token: Secret): void;
}

export interface BotTokenDeps {
  readonly http: Http;
  readonly trust: Pick<ChannelTrust, 'tokenUrl' | 'tokenScope'>;
  readonly appId: string;
  readonly appPassword: Secret;
  readonly clock: Clock;
}

const EARLY_MS = 5 * MINUTE;
const DEADLINE_MS = 10 * SECOND;

const answerSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

/** Client credentials grant at the trust's token address; cached until five minutes before it expires. */
export const createBotToken = ({ http, trust, appId, appPassword, clock }: BotTokenDeps): BotToken => {
  const age = steady(clock);
  let kept: { readonly token: Secret; readonly goodUntil: number } | undefined;
  let underWay: Promise<Secret> | undefined;

  const form = (): string =>
    new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: appId,
      client_secret: appPassword.reveal(),
      scope: trust.tokenScope,
    }).toString();

  const fetchToken = async (correlation?: string): Promise<Secret> => {
    const response = await http
      .send({
        method: 'POST',
        url: trust.tokenUrl,
        origin: new URL(trust.tokenUrl).origin,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: form(),
        retry: 'same-bytes',
        deadlineMs: DEADLINE_MS,
        maxBytes: 64 * 1024,
        credential: 'bot-sign-in',
        ...(correlation === undefined ? {} : { correlation }),
      })
      .catch((error: unknown) => {
        throw unanswered(error, 'GET');
      });
    const { access_token, expires_in } = readToken(response, clock.now());
    const token = new Secret(`Bearer ${access_token}`);
    const lifeMs = expires_in * SECOND;
    kept = { token, goodUntil: age.now() + Math.max(lifeMs - EARLY_MS, lifeMs / 2) };
    return token;
  };

  return {
    async current(correlation) {
      if (kept && age.now() < kept.goodUntil) return kept.token;
      underWay ??= fetchToken(correlation).finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    drop(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
};

/** A refusal by the sign-in service is `unauthorized`; if the service is busy or down, nothing was posted. */
const readToken = (response: HttpResponse, now: number): z.infer<typeof answerSchema> => {
  const answer = response.status === 200 ? readJson(answerSchema, response.text) : undefined;
  if (answer?.success) return answer.data;
  const failure = failureOf(response, 'GET', now);
  if (failure.retryable) throw failure;
  throw new ConnectorError('unauthorized', {
    text: 'connector.error.signIn',
    status: response.status,
    cause: new SignInRefusal(response.text),
  });
};
