import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { VendorError } from '#cloud/errors/errors.ts';
import { addressOf, type FrozenCall } from '#cloud/request/freeze.ts';
import { leftOutOf } from '#cloud/response/common.ts';
import { inResponse } from '#cloud/response/response.ts';
import type { Profile } from '#cloud/services/profile.ts';
import { SECOND } from '#platform/lib/clock.ts';
import { withoutTail } from '#platform/lib/text.ts';
import type { CallOptions } from './client.ts';
import type { AnyList, Parts } from './operation.ts';
import type { Answer, Transport } from './transport.ts';

/** One page: its items, not yet parsed, and the address of the next page. */
interface Page {
  readonly items: readonly unknown[];
  readonly nextLink: string | undefined;
  /** The number of items on all pages, if the vendor was asked for it and reports it. */
  readonly count?: number;
}

/** The list envelope `{value, nextLink, count}`, names in any case. @throws TypeError when there is no list in it */
export const readPage = (body: unknown): Page => {
  const entries = Object.entries(body ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const fields = new Map<string, unknown>(entries);
  const items = fields.get('value');
  const nextLink = fields.get('nextlink');
  const count = fields.get('count') ?? fields.get('@odata.count');
  if (!Array.isArray(items)) throw new TypeError('a list answer without a list');
  return {
    items,
    nextLink: typeof nextLink === 'string' && nextLink !== '' ? nextLink : undefined,
    ...(Number.isSafeInteger(count) && Number(count) >= 0 ? { count: Number(count) } : {}),
  };
};

/** The address in an answer. @throws RangeError for another origin, which must never get the credential */
export const addressWithin = (address: string, current: URL): URL => {
  const next = URL.parse(address, current.href);
  if (!next || next.origin !== current.origin) throw new RangeError('an address at another origin');
  return next;
};

/** The address of the next page: only the query of a nextLink counts. @throws RangeError for another origin or path; URIError for no address */
export const nextPageAddress = (nextLink: string, first: URL): URL => {
  const next = addressWithin(nextLink, first);
  if (wordsOf(next) !== wordsOf(first)) throw new RangeError('the next page does not belong to this list');
  const version = first.searchParams.get(VERSION);
  const page = new URL(first);
  page.search = version === null ? next.search : withVersion(next.search, version);
  return page;
};

const VERSION = 'api-version';

/** The segments of a path for comparison: services vary in case and encoding. Our own spelling is what is sent. */
const wordsOf = ({ pathname }: URL): string => withoutTail(decodeURIComponent(pathname).toLowerCase(), '/');

/** The parameters without the version, otherwise unchanged: encoding them again could change an opaque token. */
const withVersion = (search: string, version: string): string =>
  search
    .slice(1)
    .split('&')
    .map((part) => (nameOf(part) === VERSION ? `${VERSION}=${version}` : part))
    .join('&');

const nameOf = (part: string): string => [...new URLSearchParams(part).keys()].join().toLowerCase();

interface ReadItems<Item> {
  readonly items: readonly Item[];
  readonly dropped: number;
  /** The first invalid item's wrong field, as a path of field names. */
  readonly reason: string | undefined;
  /** The fields that were left out of items, each once. */
  readonly leftOut: readonly string[];
}

/** An invalid item must not fail the whole list: it is skipped and counted. */
export const readItems = <Item>(page: Page, schema: z.ZodType<Item>): ReadItems<Item> => {
  const results = page.items.map((item) => schema.safeParse(item));
  const bad = results.filter((result) => !result.success);
  const items = results.filter((result) => result.success).map((result) => result.data);
  return {
    items,
    leftOut: [...new Set(items.flatMap(leftOutOf))],
    dropped: bad.length,
    reason: bad[0]?.error.issues[0]?.path.join('.'),
  };
};

/** All pages of a list; after an expired page token it is read anew, so items may come twice. @throws VendorError */
export async function* restartable<T>(list: () => AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list();
  } catch (error) {
    if (!isForgottenPage(error)) throw error;
    yield* list();
  }
}

const isForgottenPage = (error: unknown): boolean =>
  error instanceof VendorError && error.status === 400 && error.vendorCode.toLowerCase() === 'invalidskiptoken';

type Pages = (
  operation: AnyList,
  frozen: FrozenCall,
  options: CallOptions & { readonly correlation: string; readonly headers: Parts['headers'] },
) => AsyncGenerator<{ readonly page: Page; readonly answer: Answer }>;

const MOST_PAGES = 10_000;
/** The reads that the vendor adds per second (docs/sources.md, Errors and limits); below that a listing pauses for other callers. */
const READS_A_SECOND = 25;

/** Reads a list page by page; ends at the last page, at a repeated page, or at the limit. */
export const createPages = ({
  transport,
  profile,
  wait = (ms: number) => sleep(ms),
  mostPages = MOST_PAGES,
}: {
  transport: Transport;
  profile: Profile;
  wait?: (ms: number) => Promise<void>;
  mostPages?: number;
}): Pages =>
  async function* pages(operation, frozen, { headers = {}, ...options }) {
    const seen = new Set<string>();
    const first = addressOf(frozen, transport.serviceOf(operation).base);
    let url: URL | undefined = first;
    for (let number = 1; url; number += 1) {
      if (seen.has(url.href) || number > mostPages) throw endlessList(options.correlation);
      seen.add(url.href);
      const method = number === 1 ? operation.method : operation.paging;
      const body = method === 'GET' ? null : frozen.body;
      const answer = await transport.send(operation, { ...options, headers, url, method, body });
      const page = inResponse(answer, () => readPage(answer.body));
      const left = readsLeft(answer, profile);
      if (left !== undefined) options.remaining?.(left);
      yield { page, answer };
      const { nextLink } = page;
      url = nextLink === undefined ? undefined : inResponse(answer, () => nextPageAddress(nextLink, first));
      const pause = url ? pauseFor(left) : 0;
      if (pause > 0) await wait(pause);
    }
  };

/** The number of remaining reads that the vendor reports (docs/sources.md, Errors and limits). */
const readsLeft = ({ headers }: Answer, { headerPrefix }: Profile): number | undefined => {
  const names = ['subscription', 'tenant'].map((of) => `${headerPrefix}ratelimit-remaining-${of}-reads`);
  const said = names.map((name) => headers[name]).find((value) => /^\d{1,9}$/.test(value ?? ''));
  return said === undefined ? undefined : Number(said);
};

/** The pause when few reads remain, in milliseconds. */
const pauseFor = (left = READS_A_SECOND): number => (Math.max(0, READS_A_SECOND - left) / READS_A_SECOND) * SECOND;

const endlessList = (correlationId: string): VendorError =>
  new VendorError({ code: 'Vendor.EndlessList', text: 'vendor.error.endlessList', arrived: 'yes', correlationId });
