import type { z } from 'zod';

/** One page as it came: its items unread, and where the next one is. */
export interface Page {
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
 * The address of the next page, absolute or relative to this one.
 * @throws RangeError when it leads to another origin, which never gets the credential
 */
export const nextAddress = (nextLink: string, current: URL): URL => {
  const next = URL.parse(nextLink, current.href);
  if (!next || next.origin !== current.origin) throw new RangeError('the next page is at another origin');
  return next;
};

export interface ReadItems<Item> {
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
