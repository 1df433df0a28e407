import { HttpFailure } from '../http/failure.ts';
import type { Http, HttpResponse } from '../http/http.ts';
import { type Clock, SECOND } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { Log } from '../lib/logger.ts';
import type { Secret } from '../lib/secret.ts';
import { type AnswerIds, errorFromAnswer, errorFromFailure, malformedAnswer } from './errors.ts';
import { parseExact } from './exact-json.ts';
import type { AnyOperation } from './operation.ts';
import { hideSecrets } from './secrets.ts';
import type { Service, Services } from './service.ts';

/** One request of an operation, ready to go. */
export interface Sending {
  readonly url: URL;
  readonly method: AnyOperation['method'];
  readonly body: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly correlation: string;
  readonly deadlineMs?: number;
  /** Milliseconds since 1970; no request of the call goes on beyond it. */
  readonly endBy?: number;
  /** In place of the operation's own class. */
  readonly retry?: AnyOperation['retry'];
  /** In place of the operation's own, as for the steps that follow a long-running one. */
  readonly success?: readonly number[];
  /** The secrets of its body; no error tells them. */
  readonly hidden?: readonly Secret[];
}

/** An answer with one of the operation's success statuses, its JSON read; undefined where there is no body. */
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

const timeLeft = ({ deadlineMs = DEADLINE_MS, endBy }: Sending, now: number): number =>
  endBy === undefined ? deadlineMs : Math.max(1, Math.min(deadlineMs, endBy - now));

/** From an operation's bytes to its JSON: credential, headers, retries of the door below, and every error as VendorError. */
export const createTransport = (deps: { http: Http; services: Services; clock: Clock; log: Log }): Transport => {
  const { http, services, clock, log } = deps;

  const serviceOf = (operation: AnyOperation): Service => {
    const service = services[operation.credential];
    if (service) return service;
    throw new AppError({ code: 'Vendor.NotSetUp', text: 'vendor.error.notSetUp', values: { operation: operation.id } });
  };

  /** A 401 was not carried out, so it is asked once more with a fresh credential: tokens die early at times. */
  const sendOnce = async (
    operation: AnyOperation,
    sending: Sending,
    service: Service,
    again = true,
  ): Promise<HttpResponse> => {
    const credential = await service.authorize(sending.correlation);
    const answer = await http.send({
      method: sending.method,
      url: sending.url.href,
      origin: new URL(service.base).origin,
      headers: { ...sending.headers, ...headersOf(sending, service), ...credential },
      ...(sending.body === null ? {} : { body: sending.body }),
      retry: sending.retry ?? operation.retry,
      deadlineMs: timeLeft(sending, clock.now()),
      credential: service.credential,
      correlation: sending.correlation,
    });
    const renewed = answer.status === 401 && service.refused(credential);
    return renewed && again ? sendOnce(operation, sending, service, false) : answer;
  };

  return {
    serviceOf,
    async send(operation, sending) {
      const service = serviceOf(operation);
      const answer = await sendOnce(operation, sending, service).catch((error: unknown) => {
        throw error instanceof HttpFailure
          ? errorFromFailure(error, sending.correlation, operation.retry === 'read')
          : error;
      });
      const ids = idsOf(answer, service);
      const line = { operation: operation.id, status: answer.status, correlation: sending.correlation };
      const traced = ids.requestId === undefined ? line : { ...line, vendorRequest: ids.requestId };
      if ((sending.success ?? operation.success).includes(answer.status)) {
        log.debug('vendor answer', traced);
        return { status: answer.status, headers: answer.headers, body: readBody(operation, answer, ids), ids };
      }
      const told = { ...ids, correlationId: ids.correlationId ?? sending.correlation };
      const shown = { ...answer, text: hideSecrets(answer.text, sending.hidden ?? []) };
      const error = errorFromAnswer(shown, operation.decodeError, told, clock.now());
      log.warn('vendor refusal', { ...traced, code: error.code });
      throw error;
    },
  };
};

/** Beside the credential; nobody else may set these. */
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
