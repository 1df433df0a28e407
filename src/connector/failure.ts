import type { HttpRequest, HttpResponse } from '../http/http.ts';
import { HttpFailure } from '../http/message.ts';
import { retryAfterMs } from '../http/retry.ts';
import { ConnectorError, type ConnectorErrorKind } from './errors.ts';

/** The meaning of a lost answer: none for a read; any other call may have had its effect. */
const whenLost = (method: HttpRequest['method']): ConnectorErrorKind => (method === 'GET' ? 'not-sent' : 'unclear');

/** The shape of the body varies, the code does not: it is searched for anywhere in the body. */
const words: readonly (readonly [RegExp, ConnectorErrorKind])[] = [
  [/BotNotInConversationRoster|ForbiddenOperationException/i, 'left'],
  [/ConversationBlockedByUser|MessageWritesBlocked/i, 'blocked'],
  [/BotDisabledByAdmin/i, 'disabled'],
  [/MessageSizeTooBig/i, 'too-large'],
];

/** Kind of a status outside 2xx. A 5xx may come from a gateway although Teams accepted the message. */
const kindOf = ({ status, text }: HttpResponse, method: HttpRequest['method']): ConnectorErrorKind => {
  const word = status === 403 || status === 400 ? words.find(([pattern]) => pattern.test(text)) : undefined;
  if (word) return word[1];
  if (status === 401) return 'unauthorized';
  if (status === 403 && method === 'PUT') return 'edit-refused';
  if (status === 403 && method === 'POST') return 'forbidden';
  if (status === 404 || status === 410) return 'gone';
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
export const failureOf = (response: HttpResponse, method: HttpRequest['method'], now: number): ConnectorError =>
  new ConnectorError(kindOf(response, method), {
    status: response.status,
    retryAfterMs: retryAfterMs(response.headers['retry-after'], now),
    cause: codeIn(response),
  });

/** The error for a request without an answer. */
export const unanswered = (error: unknown, method: HttpRequest['method']): unknown => {
  if (!(error instanceof HttpFailure)) return error;
  if (error.kind === 'not-sent' || error.kind === 'throttled') {
    return new ConnectorError(error.kind, { retryAfterMs: error.retryAfterMs, cause: error });
  }
  return new ConnectorError(error.kind === 'wrong-origin' ? 'refused' : whenLost(method), { cause: error });
};
