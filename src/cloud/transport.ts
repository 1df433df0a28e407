import { type AnswerIds, errorFromAnswer, errorFromFailure, malformedAnswer } from '#cloud/errors/errors.ts';
import { parseExact } from '#cloud/response/response.ts';
import { hideSecrets } from '#cloud/services/secrets.ts';
import type { Service, Services } from '#cloud/services/service.ts';
import type { BeforeTry, Http, HttpResponse } from '#platform/http/http.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { type Clock, SECOND } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Log } from '#platform/lib/logger.ts';
import { Secret } from '#platform/lib/secret.ts';
import { limitsOf } from './limits.ts';
import type { AnyOperation } from './operation.ts';

/** A person in whose name a request is sent. */
export interface CallingPerson {
  readonly objectId: string;
  readonly token: Secret;
}

/** One request of an operation, ready to be sent. */
export interface Sending {
  readonly url: URL;
  readonly method: AnyOperation['method'];
  readonly body: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly correlation: string;
  readonly deadlineMs?: number;
  readonly longestWaitMs?: number;
  /** Milliseconds since 1970; every request of the call ends by then. */
  readonly endBy?: number;
  /** Replaces the operation's own class. */
  readonly retry?: AnyOperation['retry'];
  /** Replaces the operation's own, for example in the polls of a long-running one. */
  readonly success?: readonly number[];
  /** The secrets in its body; errors never show them. */
  readonly hidden?: readonly Secret[];
  readonly beforeTry?: BeforeTry;
  /** In place of the service's own credential; a new one is not to be had here. */
  readonly person?: CallingPerson | undefined;
}

/** An answer with one of the operation's success statuses and its parsed JSON, undefined without a body. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly ids: AnswerIds;
}

export interface Transport {
  /** @throws AppError `Vendor.NotSetUp` */
  serviceOf(operation: AnyOperation): Service;
  /** @throws VendorError */
  send(operation: AnyOperation, sending: Sending): Promise<Answer>;
}

const DEADLINE_MS = 30 * SECOND;

/** When everything must have ended: sign-in, tries, and the second one after a 401. */
const deadlineOf = ({ deadlineMs = DEADLINE_MS, endBy = Number.POSITIVE_INFINITY }: Sending, now: number): number =>
  Math.min(now + deadlineMs, endBy);

/** From an operation's bytes to its JSON: credential, headers, retries of the HTTP layer, and every error as VendorError. */
export const createTransport = (deps: { http: Http; services: Services; clock: Clock; log: Log }): Transport => {
  const { http, services, clock, log } = deps;

  const serviceOf = (operation: AnyOperation): Service => {
    const service = services[operation.credential];
    if (service) return service;
    throw new AppError({ code: 'Vendor.NotSetUp', text: 'vendor.error.notSetUp', values: { operation: operation.id } });
  };

  /** A 401 was not carried out: it is retried once with a new credential, unless the request is retried only if certainly not sent. */
  const sendOnce = async (
    operation: AnyOperation,
    sending: Sending,
    service: Service,
    deadlineAt: number,
    again = true,
  ): Promise<HttpResponse> => {
    const { host } = sending.url;
    const left = (): number => deadlineAt - clock.now();
    const { person } = sending;
    const credential = person
      ? { authorization: new Secret(`Bearer ${person.token.reveal()}`) }
      : await within(left(), host, () => service.authorize(sending.correlation));
    if (left() <= 0) throw new HttpFailure('not-sent', host);
    const retry = sending.retry ?? operation.retry;
    const answer = await http.send({
      method: sending.method,
      url: sending.url.href,
      origin: new URL(service.base).origin,
      headers: { ...sending.headers, ...headersOf(sending, service), ...credential },
      ...(sending.body === null ? {} : { body: sending.body }),
      retry,
      deadlineMs: left(),
      longestWaitMs: sending.longestWaitMs,
      // For pauses: the vendor counts each person apart.
      limits: limitsOf({ operation: operation.id, method: sending.method, path: sending.url.pathname }),
      ...(operation.urgent ? { urgent: true } : {}),
      credential: person ? `vendor-person ${person.objectId}` : service.credential,
      correlation: sending.correlation,
      ...(sending.beforeTry ? { beforeTry: sending.beforeTry } : {}),
    });
    const renewed = answer.status === 401 && !person && service.refused(credential);
    return renewed && again && retry !== 'unsent-only'
      ? sendOnce(operation, sending, service, deadlineAt, false)
      : answer;
  };

  return {
    serviceOf,
    async send(operation, sending) {
      const service = serviceOf(operation);
      const answer = await sendOnce(operation, sending, service, deadlineOf(sending, clock.now())).catch(
        (error: unknown) => {
          throw error instanceof HttpFailure
            ? errorFromFailure(error, sending.correlation, operation.retry === 'read')
            : error;
        },
      );
      const ids = idsOf(answer, service);
      const line = { operation: operation.id, status: answer.status, correlation: sending.correlation };
      const traced = ids.requestId === undefined ? line : { ...line, vendorRequest: ids.requestId };
      if ((sending.success ?? operation.success).includes(answer.status)) {
        log.debug('vendor answer', traced);
        return { status: answer.status, headers: answer.headers, body: readBody(operation, answer, ids), ids };
      }
      const told = { ...ids, correlationId: ids.correlationId ?? sending.correlation };
      const shown = { ...answer, text: hideSecrets(answer.text, hiddenIn(sending)) };
      const error = errorFromAnswer(shown, operation.decodeError, told, clock.now(), {
        version: operation.version,
        host: sending.url.host,
      });
      log.warn('vendor refusal', { ...traced, code: error.code });
      throw error;
    },
  };
};

/** What no error shows, even if the vendor repeats it. */
const hiddenIn = ({ hidden = [], person }: Sending): readonly Secret[] => (person ? [...hidden, person.token] : hidden);

/** @throws HttpFailure `not-sent` when it takes longer, or when there is no time at all */
const within = async <T>(ms: number, host: string, work: () => Promise<T>): Promise<T> => {
  if (ms <= 0) throw new HttpFailure('not-sent', host);
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(new HttpFailure('not-sent', host)), ms);
  try {
    return await Promise.race([work(), over.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Set only here, in addition to the credential. */
export const headersOf = (
  sending: Pick<Sending, 'body' | 'correlation'>,
  service: Service,
): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  ...(sending.body === null ? {} : { 'content-type': 'application/json; charset=utf-8' }),
  ...service.trace(sending.correlation),
});

const idsOf = ({ headers }: HttpResponse, { answered }: Service): AnswerIds => ({
  requestId: headers[answered.requestId],
  correlationId: headers[answered.correlationId ?? ''],
});

const readBody = (operation: AnyOperation, answer: HttpResponse, ids: AnswerIds): unknown => {
  if (answer.text.trim() === '') return undefined;
  try {
    return operation.exactNumbers ? parseExact(answer.text) : JSON.parse(answer.text);
  } catch (cause) {
    throw malformedAnswer(answer.status, ids, cause);
  }
};
