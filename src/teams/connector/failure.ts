import type { HttpRequest, HttpResponse } from '#platform/http/http.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { retryAfterMs } from '#platform/http/retry.ts';
import { ConnectorError, type ConnectorErrorKind } from './errors.ts';
import { readRefusal } from './refusals.ts';

/** The meaning of a lost answer: none for a read; any other call may have had its effect. */
const whenLost = (method: HttpRequest['method']): ConnectorErrorKind => (method === 'GET' ? 'not-sent' : 'unclear');

/** Kind of any other status outside 2xx. A 5xx may come from a gateway although Teams accepted the message. */
const kindOf = ({ status }: HttpResponse, method: HttpRequest['method']): ConnectorErrorKind => {
  if (status === 401) return 'unauthorized';
  if (status === 410) return 'gone';
  if (status === 412) return 'busy';
  if (status === 413) return 'too-large';
  if (status === 429) return 'throttled';
  return status === 408 || status >= 500 ? whenLost(method) : 'refused';
};

const CODE = /"(?:code|subCode)\\?"\s*:\s*\\?"(\w{1,60})/;

/** The service's own code, for the log. */
const codeIn = ({ text }: HttpResponse): Error | undefined => {
  const code = CODE.exec(text)?.[1];
  return code === undefined ? undefined : new Error(code);
};

/** @param now milliseconds since 1970, for a Retry-After with a date */
export const failureOf = (response: HttpResponse, method: HttpRequest['method'], now: number): ConnectorError => {
  const refusal = readRefusal(response, method);
  return new ConnectorError(refusal?.kind ?? kindOf(response, method), {
    meaning: refusal?.meaning,
    status: response.status,
    retryAfterMs: retryAfterMs(response.headers['retry-after'], now),
    cause: codeIn(response),
  });
};

/** The error for a request without an answer. */
export const unanswered = (error: unknown, method: HttpRequest['method']): unknown => {
  if (!(error instanceof HttpFailure)) return error;
  if (error.kind === 'not-sent' || error.kind === 'throttled') {
    return new ConnectorError(error.kind, { retryAfterMs: error.retryAfterMs, cause: error });
  }
  return new ConnectorError(error.kind === 'wrong-origin' ? 'refused' : whenLost(method), { cause: error });
};
