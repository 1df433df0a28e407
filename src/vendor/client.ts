import type { Http } from '../http/http.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { Log } from '../lib/logger.ts';
import { malformedAnswer, VendorError } from './errors.ts';
import type { AnyList, AnyOperation, AnySingle, InputOf, ItemOf, OutputOf, Parts } from './operation.ts';
import { findOperation } from './operations/index.ts';
import { nextAddress, type Page, readItems, readPage } from './paging.ts';
import { profileOf } from './profile.ts';
import { createServices } from './service.ts';
import type { VendorSettings } from './settings.ts';
import { type Answer, createTransport } from './transport.ts';
import { addressOf, type FrozenCall, freezeParts } from './wire.ts';

export interface CallOptions {
  /** Goes into the log and to the vendor, which answers with it; a fresh GUID when absent. */
  readonly correlation?: string;
  /** Milliseconds for one request with its retries (of a list: for one page); 30 s when absent. */
  readonly deadlineMs?: number;
  /** When the whole call must have ended, all pages of a list included; milliseconds since 1970. */
  readonly endBy?: number;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Every method throws VendorError; a RangeError means that the input can't be written as the document wants it. */
export interface VendorClient {
  call<O extends AnySingle>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<OutputOf<O>>;
  /** Items of all pages, page by page as they are asked for. A bad item is left out, counted and logged. */
  list<O extends AnyList>(operation: O, input: InputOf<O>, options?: CallOptions): AsyncIterable<ItemOf<O>>;
  /** The request to the last byte, to be stored before it is sent. */
  freeze<O extends AnySingle>(operation: O, input: InputOf<O>): FrozenCall;
  /**
   * Sends exactly those bytes; the answer is read by the operation's schema. After a lost answer it is not repeated here:
   * whoever keeps the bytes knows what was tried before, and must know of each doubt.
   */
  callFrozen(frozen: FrozenCall, options?: CallOptions): Promise<unknown>;
  /** By the documents' names, the answer as it came; a list is followed to its end and joined into one `value`. */
  raw(operation: AnyOperation, parts: Parts, options?: CallOptions): Promise<RawAnswer>;
}

const MOST_PAGES = 1_000;

export const createVendorClient = (deps: {
  http: Http;
  settings: VendorSettings;
  clock: Clock;
  ids: Ids;
  log: Log;
}): VendorClient => {
  const { settings, ids, log } = deps;
  const profile = profileOf(settings.namespace);
  const transport = createTransport({ ...deps, profile, services: createServices(deps) });

  const traced = (options: CallOptions) => ({ ...options, correlation: options.correlation ?? ids.guid() });

  /** The declarations type their own input; from here on an operation is any operation. */
  const partsOf = (operation: AnyOperation, input: unknown): Parts => operation.parts(input as never, profile);

  const sendFrozen = (
    operation: AnyOperation,
    frozen: FrozenCall,
    options: CallOptions,
    headers: Readonly<Record<string, string>> = {},
    retry = operation.retry,
  ): Promise<Answer> => {
    const url = addressOf(frozen, transport.serviceOf(operation).base);
    const { method, body } = frozen;
    return transport.send(operation, { ...traced(options), headers, url, method, body, retry });
  };

  const readAnswer = (operation: AnySingle, answer: Answer): unknown => {
    const read = operation.answer.safeParse(answer.body);
    if (read.success) return read.data;
    throw malformedAnswer(answer.status, answer.ids, read.error);
  };

  /** Each page with the answer it came in; ends with the last, at a page seen before, or at the cap. */
  async function* pages(operation: AnyList, parts: Parts, options: CallOptions): AsyncGenerator<[Page, Answer]> {
    const frozen = freezeParts(operation, parts, profile);
    const sending = { ...traced(options), headers: parts.headers ?? {} };
    const seen = new Set<string>();
    let url: URL | undefined = addressOf(frozen, transport.serviceOf(operation).base);
    for (let number = 1; url; number += 1) {
      if (seen.has(url.href) || number > MOST_PAGES) throw endlessList(sending.correlation);
      seen.add(url.href);
      const method = number === 1 ? operation.method : operation.paging;
      const body = method === 'GET' ? null : frozen.body;
      const answer = await transport.send(operation, { ...sending, url, method, body });
      const page = inAnswer(answer, () => readPage(answer.body));
      yield [page, answer];
      const { nextLink } = page;
      const current: URL = url;
      url = nextLink === undefined ? undefined : inAnswer(answer, () => nextAddress(nextLink, current));
    }
  }

  return {
    async call(operation, input, options = {}) {
      const frozen = freezeParts(operation, partsOf(operation, input), profile);
      return readAnswer(operation, await sendFrozen(operation, frozen, options)) as OutputOf<typeof operation>;
    },

    async *list(operation, input, options = {}) {
      for await (const [page] of pages(operation, partsOf(operation, input), options)) {
        const { items, dropped, reason = '' } = readItems(page, operation.item);
        if (dropped > 0) log.warn('vendor items dropped', { operation: operation.id, count: dropped, reason });
        yield* items as ItemOf<typeof operation>[];
      }
    },

    freeze: (operation, input) => freezeParts(operation, partsOf(operation, input), profile),

    async callFrozen(frozen, options = {}) {
      const operation = findOperation(frozen.operation);
      if (operation?.kind !== 'single') throw new RangeError(`no operation ${frozen.operation} to repeat`);
      return readAnswer(operation, await sendFrozen(operation, frozen, options, {}, 'unsent-only'));
    },

    async raw(operation, parts, options = {}) {
      if (operation.kind === 'single') {
        const { status, headers, body } = await sendFrozen(
          operation,
          freezeParts(operation, parts, profile),
          options,
          parts.headers,
        );
        return { status, headers, body };
      }
      const value: unknown[] = [];
      let last: Answer | undefined;
      for await (const [page, answer] of pages(operation, parts, options)) {
        value.push(...page.items);
        last = answer;
      }
      return { status: last?.status ?? 0, headers: last?.headers ?? {}, body: { value } };
    },
  };
};

/** What a page says wrongly is the answer's fault, with the answer's ids. */
const inAnswer = <T>(answer: Answer, read: () => T): T => {
  try {
    return read();
  } catch (cause) {
    throw malformedAnswer(answer.status, answer.ids, cause);
  }
};

const endlessList = (correlationId: string): VendorError =>
  new VendorError({ code: 'Vendor.EndlessList', text: 'vendor.error.endlessList', arrived: 'yes', correlationId });
