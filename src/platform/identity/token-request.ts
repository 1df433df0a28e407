import type { HttpRequest, HttpResponse } from '#platform/http/message.ts';
import { SECOND } from '#platform/lib/clock.ts';
import type { AppSignIn } from './access-token.ts';

export const SIGN_IN_DEADLINE_MS = 15 * SECOND;
export const SIGN_IN_MAX_BYTES = 64 * 1024;

/** Posts a form to the token endpoint, and nowhere else. @throws HttpFailure when there is no answer */
export const requestToken = (
  { http, owner, tokenUrl }: Pick<AppSignIn, 'http' | 'owner' | 'tokenUrl'>,
  form: Readonly<Record<string, string>>,
  { retry, correlation }: Pick<HttpRequest, 'retry'> & { readonly correlation?: string | undefined },
): Promise<HttpResponse> =>
  http.send({
    method: 'POST',
    url: tokenUrl,
    origin: new URL(tokenUrl).origin,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
    retry,
    deadlineMs: SIGN_IN_DEADLINE_MS,
    maxBytes: SIGN_IN_MAX_BYTES,
    credential: `${owner}-sign-in`,
    ...(correlation === undefined ? {} : { correlation }),
  });

/** The body of an answer; undefined for one that is no JSON. */
export const bodyOf = ({ text }: Pick<HttpResponse, 'text'>): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
