import type { PageInfo, VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import type { InvoiceTransaction } from '#cloud/operations/billing.ts';
import { type InvoiceReader, ReadingStopped, readInvoice } from '#features/billing/invoice/read-invoice.ts';
import { transactionOf } from './invoice-samples.ts';

type Page = readonly InvoiceTransaction[] | VendorError;

const address = { billingAccount: '8608480', invoice: 'G002548106' } as const;
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => transactionOf(from + n));
const refusal = (retryable: boolean, retryAfterMs?: number): VendorError =>
  new VendorError({ code: 'Vendor.X', text: 'vendor.error.unavailable', arrived: 'yes', retryable, retryAfterMs });

/** A vendor whose calls answer these pages, one call after another. */
const vendorOf = (calls: readonly (readonly Page[])[], count?: number) => {
  const asked: number[] = [];
  const list = async function* (
    _operation: unknown,
    { skip }: { skip: number },
    { onPage }: { onPage(page: PageInfo): void },
  ) {
    asked.push(skip);
    for (const page of calls[asked.length - 1] ?? []) {
      if (page instanceof VendorError) throw page;
      onPage({ count, dropped: 0 });
      yield* page;
    }
  };
  return { vendor: { list } as unknown as VendorClient, asked };
};

const read = async (calls: readonly (readonly Page[])[], count?: number, more: Partial<InvoiceReader> = {}) => {
  const { vendor, asked } = vendorOf(calls, count);
  const taken: string[] = [];
  const waited: number[] = [];
  const end = await readInvoice(address, {
    ...{ vendor, take: ({ id }) => taken.push(id), wait: async (ms) => void waited.push(ms) },
    ...more,
  });
  return { end, asked, waited: waited.reduce((sum, ms) => sum + ms, 0), taken: taken.length };
};

it('a refused page is read again from its row, after the wait that the vendor wants', async () => {
  const { end, asked, waited } = await read([[rows(0, 50), refusal(true, 7_500)], [rows(50, 80)]], 80);
  expect([end, asked, waited]).toEqual([{ rows: 80, of: 80, complete: true }, [0, 50], 7_500]);
});

it('before a longer wait it tells how far it is, and how long the wait is', async () => {
  const told: unknown[] = [];
  const waiting = async (progress: unknown, ms: number): Promise<void> => void told.push(progress, ms);
  const pages = [[rows(0, 50), refusal(true, 1_000)], [refusal(true, 40_000)], [rows(50, 80)]];
  await read(pages, 80, { waiting });
  expect(told).toEqual([{ rows: 50, of: 80 }, 40_000]);
});

it('a page whose link is refused for good is read by its row number', async () => {
  const { end, asked } = await read([[rows(0, 50), refusal(false)], [rows(50, 60)]], 60);
  expect([end.complete, asked]).toEqual([true, [0, 50]]);
});

it('an invoice that the vendor stops answering for is incomplete, with the reason', async () => {
  const down = [refusal(true)];
  const { end, taken } = await read([[rows(0, 50), refusal(true)], down, down, down, down, down, down], 80);
  expect([end, taken]).toEqual([
    { rows: 50, of: 80, complete: false, why: 'vendor.error.unavailable', values: expect.anything() },
    50,
  ]);
});

it('a wait longer than 90 seconds ends the reading', async () => {
  const { end, waited } = await read([[rows(0, 50), refusal(true, 3_600_000)]], 80);
  expect([end.complete, waited]).toEqual([false, 0]);
});

it('a permanent refusal of the first page is thrown', async () => {
  await expect(read([[refusal(false)]])).rejects.toBeInstanceOf(VendorError);
});

it('an invoice with fewer rows than the vendor counts is read once more', async () => {
  const { end, asked } = await read([[rows(0, 59)], [rows(0, 60)]], 60);
  expect([end, asked]).toEqual([{ rows: 60, of: 60, complete: true }, [0, 0]]);
});

it('an invoice that lost a row that was read is incomplete', async () => {
  const { end } = await read([[rows(0, 61)], [rows(1, 61)]], 60);
  expect(end).toMatchObject({ complete: false, why: 'billing.why.changed' });
});

it('an invoice without a count is complete only if two passes read the same rows', async () => {
  const [a, b] = [rows(0, 50), rows(50, 60)];
  expect(
    (
      await read([
        [a, b],
        [a, b],
      ])
    ).end,
  ).toEqual({ rows: 60, of: undefined, complete: true });
  expect(
    (
      await read([
        [a, rows(51, 60)],
        [a, b],
        [a, b],
      ])
    ).asked,
  ).toHaveLength(3);
  expect((await read([[rows(0, 20)]])).asked).toHaveLength(1);
});

it('progress is reported at each page but the first, and awaited', async () => {
  const told: unknown[] = [];
  const progress = async (at: unknown): Promise<void> => void told.push(at);
  await read([[rows(0, 50), rows(50, 100), rows(100, 120)]], 120, { progress });
  expect(told).toEqual([
    { rows: 50, of: 120 },
    { rows: 100, of: 120 },
  ]);
});

it('the reading stops at the next page and during a wait when the process ends', async () => {
  await expect(read([[rows(0, 50)]], 50, { stopping: () => true })).rejects.toBeInstanceOf(ReadingStopped);
  let ending = false;
  const wait = async (): Promise<void> => {
    ending = true;
  };
  const calls = [[rows(0, 50), refusal(true, 60_000)]];
  await expect(read(calls, 80, { wait, stopping: () => ending })).rejects.toBeInstanceOf(ReadingStopped);
});
