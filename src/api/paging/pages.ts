import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../lib/clock.ts';
import type { CallOptions } from '../client.ts';
import { VendorError } from '../errors/errors.ts';
import type { AnyList, Parts } from '../operation.ts';
import { addressOf, type FrozenCall } from '../request/freeze.ts';
import { inResponse } from '../response/read-response.ts';
import type { Profile } from '../services/profile.ts';
import type { Answer, Transport } from '../transport.ts';
import { nextPageAddress, type Page, readPage } from './paging.ts';

export type Pages = (
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
