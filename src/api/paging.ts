import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { SECOND } from '../lib/clock.ts';
import { withoutTail } from '../lib/text.ts';
import type { CallOptions } from './client.ts';
import { VendorError } from './errors/errors.ts';
import type { AnyList, Parts } from './operation.ts';
import { addressOf, type FrozenCall } from './request/freeze.ts';
import { inResponse } from './response/response.ts';
import type { Profile } from './services/profile.ts';
import type { Answer, Transport } from './transport.ts';

/** One page as it came: its items unread, and where the next one is. */
interface Page {
  readonly items: readonly unknown[];
  readonly nextLink: string | undefined;
  /** How many there are on all pages, where the vendor was asked and says so. */
  readonly count?: number;
}

/**
 * The list envelope `{value, nextLink, count}`, names in any case, nextLink null, empty or absent at the end.
 * @throws TypeError when there is no list in it
 */
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

/**
 * Where an answer points to, absolute or relative to what was asked.
 * @throws RangeError when it leads to another origin, which never gets the credential
 */
export const addressWithin = (address: string, current: URL): URL => {
  const next = URL.parse(address, current.href);
  if (!next || next.origin !== current.origin) throw new RangeError('an address at another origin');
  return next;
};

/**
 * The address of the next page: of a nextLink only the query counts, and of that not the version. Whatever an answer says,
 * what is asked next is the same list.
 * @param first the address of the list's first page
 * @throws RangeError when the nextLink leads to another origin or to anything else there; URIError when it is no address
 */
export const nextPageAddress = (nextLink: string, first: URL): URL => {
  const next = addressWithin(nextLink, first);
  if (wordsOf(next) !== wordsOf(first)) throw new RangeError('the next page is no page of this list');
  const version = first.searchParams.get(VERSION);
  const page = new URL(first);
  page.search = version === null ? next.search : withVersion(next.search, version);
  return page;
};

const VERSION = 'api-version';

/** The words of a path, which services write in any case and encode more or less; what is sent is our own writing. */
const wordsOf = ({ pathname }: URL): string => withoutTail(decodeURIComponent(pathname).toLowerCase(), '/');

/** The parameters as they stand but for the version: to write them anew could change an opaque token. */
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
  /** Where the first bad item was wrong, as a path of field names. */
  readonly reason: string | undefined;
}

/** One bad item must not cost the whole list: it is left out and counted. */
export const readItems = <Item>(page: Page, schema: z.ZodType<Item>): ReadItems<Item> => {
  const results = page.items.map((item) => schema.safeParse(item));
  const bad = results.filter((result) => !result.success);
  return {
    items: results.filter((result) => result.success).map((result) => result.data),
    dropped: bad.length,
    reason: bad[0]?.error.issues[0]?.path.join('.'),
  };
};

/**
 * A list to its end; where the vendor has forgotten a page, as its tokens do not live for ever, once more from the
 * start, so some may come twice.
 * @throws VendorError
 */
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
/** What the vendor gives back in a second (vendor-facts section 3); below that a listing leaves room for everybody else. */
const READS_A_SECOND = 25;

/** Follows a list from page to page; ends with the last, at a page seen before, or at the cap. */
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

/** How many reads the vendor says that it still takes (document 2, Endpoints 3). */
const readsLeft = ({ headers }: Answer, { headerPrefix }: Profile): number | undefined => {
  const names = ['subscription', 'tenant'].map((of) => `${headerPrefix}ratelimit-remaining-${of}-reads`);
  const said = names.map((name) => headers[name]).find((value) => /^\d{1,9}$/.test(value ?? ''));
  return said === undefined ? undefined : Number(said);
};

/** How long to leave the vendor alone when few reads remain. Milliseconds. */
const pauseFor = (left = READS_A_SECOND): number => (Math.max(0, READS_A_SECOND - left) / READS_A_SECOND) * SECOND;

const endlessList = (correlationId: string): VendorError =>
  new VendorError({ code: 'Vendor.EndlessList', text: 'vendor.error.endlessList', arrived: 'yes', correlationId });
