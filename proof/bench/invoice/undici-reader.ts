import { Agent, request } from 'undici';
import { type Reader, requireRows } from './listing-reader.ts';
import { PAGE } from './transactions.ts';

interface RawPage {
  readonly value: readonly { readonly properties: { readonly subTotal: { readonly currency: string } } }[];
  readonly nextLink?: string;
}

/** The same pages with undici and JSON.parse, nothing checked. */
export const createUndici = (port: number): Reader => {
  const dispatcher = new Agent();
  const pages = async function* (first: string): AsyncGenerator<RawPage['value']> {
    for (let url: string | undefined = first; url !== undefined; ) {
      const { body } = await request(url, { dispatcher });
      const { value, nextLink } = JSON.parse(await body.text()) as RawPage;
      yield value;
      url = nextLink;
    }
  };
  return async (rows) => {
    let seen = 0;
    for await (const page of pages(`http://127.0.0.1:${port}/rows-${rows}/transactions?top=${PAGE}`)) {
      for (const { properties } of page) if (properties.subTotal.currency === 'EUR') seen += 1;
    }
    requireRows(seen, rows);
  };
};
