import { setTimeout as sleep } from 'node:timers/promises';
import { findOperation } from '#cloud/operations/index.ts';
import { addressOf, type FrozenCall, freezeParts } from '#cloud/request/freeze.ts';
import { readResponse } from '#cloud/response/response.ts';
import { type Profile, profileOf } from '#cloud/services/profile.ts';
import { maskSecrets, openSecrets, openText, refuseOpenSecrets, type SecretSource } from '#cloud/services/secrets.ts';
import { createServices } from '#cloud/services/service.ts';
import type { VendorSettings } from '#platform/config/vendor-settings.ts';
import type { BeforeTry } from '#platform/http/http.ts';
import type { Base } from '#platform/jobs/jobs.ts';
import { createLongSteps, type Step } from './long-running.ts';
import type { AnyList, AnyLong, AnyOperation, AnySingle, InputOf, ItemOf, OutputOf, Parts } from './operation.ts';
import { createPages, readItems } from './paging.ts';
import { type Answer, type CallingPerson, createTransport, headersOf, type Sending } from './transport.ts';

export interface CallOptions {
  /** For the log and the vendor, which returns it; a new GUID when absent. */
  readonly correlation?: string;
  /** Milliseconds for one request with its retries (in a list: for one page); 30 s when absent. */
  readonly deadlineMs?: number;
  /** The longest wait for the vendor's sake that the call makes by itself, in milliseconds; within its deadline when absent. */
  readonly longestWaitMs?: number;
  /** When the whole call must have ended, including all pages of a list; milliseconds since 1970. */
  readonly endBy?: number;
  /** Called with the number of remaining reads after each page of a list, if the vendor reports it. */
  readonly remaining?: (reads: number) => void;
  /** Called for each page of a list before its items. */
  readonly onPage?: (page: PageInfo) => void;
  /** Whoever a stored request is sent for, with their token for the management API, in place of Steward's own. */
  readonly person?: CallingPerson | undefined;
  /** Awaited before each try of a request; an error ends the call, and nothing more is sent (http/message.ts). */
  readonly beforeTry?: BeforeTry;
}

/** A page's data besides its items. */
export interface PageInfo {
  /** The number of items on all pages, if the vendor was asked for it and reports it. */
  readonly count: number | undefined;
  /** Items of this page that could not be read. */
  readonly dropped: number;
}

/** A request as it would be sent, with every secret masked. */
interface Preview {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** One answer of a long-running operation, and what it says. */
interface RawStep {
  readonly answer: RawAnswer;
  readonly step: Step;
}

/** Every method throws VendorError; a RangeError means that the input does not conform to the document. */
export interface VendorClient {
  /** The set of names in the vendor's API. */
  readonly profile: Profile;
  call<O extends AnySingle>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<OutputOf<O>>;
  /** Items of all pages; pages are read as needed. An invalid item is skipped, counted and logged. */
  list<O extends AnyList>(operation: O, input: InputOf<O>, options?: CallOptions): AsyncIterable<ItemOf<O>>;
  /** The first request of a long-running operation. */
  start<O extends AnyLong>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<Step<OutputOf<O>>>;
  /** Polls a long-running operation once; `tracking` comes from the previous step, perhaps in another process. */
  poll<O extends AnyLong>(operation: O, tracking: string, options?: CallOptions): Promise<Step<OutputOf<O>>>;
  /** The exact bytes of the request, to be stored before it is sent; secrets only by reference. */
  freeze<O extends AnySingle | AnyLong>(operation: O, input: InputOf<O>): FrozenCall;
  /** Sends exactly those bytes, like `call` or `start`, but never again after a lost answer: the caller knows the earlier tries. */
  callFrozen(frozen: FrozenCall, options?: CallOptions): Promise<unknown>;
  /** With the documents' names and the answer as received; the pages of a list are joined into one `value`. */
  raw(operation: AnyOperation, parts: Parts, options?: CallOptions): Promise<RawAnswer>;
  /** Each answer of a long-running operation as received, until it has ended; waits between two as long as the vendor asks. */
  follow(operation: AnyLong, parts: Parts, options?: CallOptions): AsyncIterable<RawStep>;
  /** The first request of `raw`; nothing is sent. */
  preview(operation: AnyOperation, parts: Parts): Preview;
  /** Called before a person fills in a form. @throws AppError `Vendor.NotSetUp` when the operation's service is not set up */
  requireService(operation: AnyOperation): void;
}

interface Deps extends Pick<Base, 'http' | 'clock' | 'ids' | 'log'> {
  readonly settings: VendorSettings;
  /** The secrets that stored requests refer to; none when absent. */
  readonly secrets?: SecretSource;
  /** Waits so many milliseconds between two pages or two polls; tests pass one that does not wait. */
  readonly wait?: (ms: number) => Promise<void>;
}

export const createVendorClient = (deps: Deps): VendorClient => {
  const { settings, ids, log, wait = sleep } = deps;
  const profile = profileOf(settings.namespace);
  const transport = createTransport({ ...deps, services: createServices({ ...deps, profile }) });
  const pages = createPages({ ...deps, transport, profile });
  const long = createLongSteps({ ...deps, transport });

  const traced = (options: CallOptions) => ({ ...options, correlation: options.correlation ?? ids.guid() });

  const freeze = (operation: AnyOperation, parts: Parts): FrozenCall =>
    freezeParts(operation, parts, profile, transport.serviceOf(operation).wantsBody);

  /** Declarations type their own input; from here on operations are untyped. */
  const partsOf = (operation: AnyOperation, input: unknown): Parts => operation.parts(input as never, profile);

  const sendFrozen = (
    operation: AnyOperation,
    frozen: FrozenCall,
    options: CallOptions,
    more: Pick<Sending, 'headers' | 'retry' | 'hidden'>,
  ): Promise<Answer> => {
    const url = addressOf(frozen, transport.serviceOf(operation).base);
    const { method, body } = frozen;
    return transport.send(operation, { ...traced(options), ...more, url, method, body });
  };

  const send = async (operation: AnyOperation, parts: Parts, options: CallOptions): Promise<[FrozenCall, Answer]> => {
    const { body, hidden } = await openSecrets(operation, parts.body, deps.secrets);
    const frozen = freeze(operation, { ...parts, body });
    return [frozen, await sendFrozen(operation, frozen, options, { headers: parts.headers ?? {}, hidden })];
  };

  return {
    profile,

    async call(operation, input, options = {}) {
      const [, answer] = await send(operation, partsOf(operation, input), options);
      return readResponse(operation, answer) as OutputOf<typeof operation>;
    },

    async *list(operation, input, options = {}) {
      const parts = partsOf(operation, input);
      for await (const { page } of pages(operation, freeze(operation, parts), {
        ...traced(options),
        headers: parts.headers,
      })) {
        const { items, dropped, reason = '', leftOut } = readItems(page, operation.item);
        if (dropped > 0) log.warn('vendor items dropped', { operation: operation.id, count: dropped, reason });
        if (leftOut.length > 0)
          log.warn('vendor fields left out', { operation: operation.id, reason: leftOut.join(' ') });
        options.onPage?.({ count: page.count, dropped });
        for (const item of items) yield item as ItemOf<typeof operation>; // Costs half as much as yield*.
      }
    },

    async start(operation, input, options = {}) {
      const [frozen, answer] = await send(operation, partsOf(operation, input), options);
      return long.begun(operation, frozen, answer) as Step<OutputOf<typeof operation>>;
    },

    async poll(operation, tracking, options = {}) {
      return (await long.poll(operation, tracking, traced(options))).step as Step<OutputOf<typeof operation>>;
    },

    freeze(operation, input) {
      const parts = partsOf(operation, input);
      refuseOpenSecrets(operation, parts.body);
      return freeze(operation, parts);
    },

    async callFrozen(frozen, options = {}) {
      const operation = findOperation(frozen.operation);
      if (!operation || operation.kind === 'list') throw new RangeError(`no operation ${frozen.operation} to repeat`);
      const { body, hidden } = await openText(operation, frozen.body, deps.secrets);
      const retry = operation.retry === 'unsent-only' ? operation.retry : 'refused-only';
      const answer = await sendFrozen(operation, { ...frozen, body }, options, { retry, hidden });
      return operation.kind === 'long' ? long.begun(operation, frozen, answer) : readResponse(operation, answer);
    },

    async raw(operation, parts, options = {}) {
      if (operation.kind !== 'list') {
        const [, answer] = await send(operation, parts, options);
        return asReceived(answer);
      }
      const frozen = freeze(operation, parts);
      const value: unknown[] = [];
      let last: Answer | undefined;
      for await (const { page, answer } of pages(operation, frozen, { ...traced(options), headers: parts.headers })) {
        for (const item of page.items) value.push(item);
        last = answer;
      }
      return { status: last?.status ?? 0, headers: last?.headers ?? {}, body: { value } };
    },

    async *follow(operation, parts, options = {}) {
      const [frozen, first] = await send(operation, parts, options);
      let step = long.begun(operation, frozen, first);
      yield { answer: asReceived(first), step };
      while (step.progress === 'running') {
        await wait(step.waitMs);
        const next = await long.poll(operation, step.tracking, traced(options));
        step = next.step;
        yield { answer: asReceived(next.answer), step };
      }
    },

    preview(operation, parts) {
      const service = transport.serviceOf(operation);
      const frozen = freeze(operation, { ...parts, body: maskSecrets(operation, parts.body) });
      const { method, body } = frozen;
      const own = headersOf({ body, correlation: ids.guid() }, service);
      return {
        method,
        url: addressOf(frozen, service.base).href,
        headers: { ...parts.headers, ...own, ...service.masked },
        body: body === null ? null : JSON.parse(body),
      };
    },

    requireService(operation) {
      transport.serviceOf(operation);
    },
  };
};

const asReceived = ({ status, headers, body }: Answer): RawAnswer => ({ status, headers, body });
