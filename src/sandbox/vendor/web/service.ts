import type { IncomingMessage } from 'node:http';
import type { Caller } from '../identities.ts';
import type { Envelope } from '../operation.ts';
import type { Refusal } from '../refusal.ts';
import type { Route } from './routes.ts';

/** One of the vendor's three services: whom it lets in, how it counts, and how its errors look. */
export interface VendorService {
  /** @param path as it came */
  serves(path: string): boolean;
  /** Comes before everything else. @throws Refusal for a caller that shows nothing good */
  identify(request: IncomingMessage): Promise<Caller>;
  /** What a request must have before its path is looked at. @throws Refusal */
  admit?(request: IncomingMessage, bodyText: string): void;
  /** What a request of this service must have whatever it asks for, such as an api-version or a body. @throws Refusal */
  check(route: Route, query: URLSearchParams, bodyText: string): void;
  /** The JSON of a body that is not empty. @throws Refusal for another content type and for what is no JSON */
  readBody(request: IncomingMessage, bodyText: string): unknown;
  /** Counts the request. @returns headers of the answer @throws Refusal where there were too many */
  count(route: Route, caller: Caller): Readonly<Record<string, string>>;
  /** What a caller without the right is told. */
  forbidden(route: Route, caller: Caller): Refusal;
  /** Headers of every answer, refusals too. */
  trace(request: IncomingMessage): Readonly<Record<string, string>>;
  /** For refusals of no operation, and of those that have no form of their own. */
  readonly envelope: Envelope;
}
