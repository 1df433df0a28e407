import { setTimeout as sleep } from 'node:timers/promises';
import type { PageInfo, VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import { type InvoiceTransaction, listInvoiceTransactions } from '#cloud/operations/billing.ts';
import { SECOND } from '#platform/lib/clock.ts';
import type { TextKey, TextValues } from '#platform/lib/errors.ts';

/** The progress of a reading. */
export interface ReadingProgress {
  /** Transactions so far, each once. */
  readonly rows: number;
  /** The vendor's number of them, if it reports one. */
  readonly of: number | undefined;
}

/** The result of a reading: the whole invoice, or why it is incomplete. */
export type InvoiceEnd =
  | (ReadingProgress & { readonly complete: true })
  | (ReadingProgress & {
      readonly complete: false;
      /** Key of the text with the reason, and its values. */
      readonly why: TextKey;
      readonly values: TextValues;
    });

/** An invoice by the vendor's names. */
interface InvoiceAddress {
  readonly billingAccount: string;
  readonly invoice: string;
  /** Which of its transactions; all of them when absent. */
  readonly filter?: string;
  readonly search?: string;
}

export interface InvoiceReader {
  readonly vendor: VendorClient;
  readonly correlation?: string;
  /** Gets each transaction once, as it is read; only a short hash of it stays here. */
  take(row: InvoiceTransaction): void;
  /** Called at each page; the next one waits for it. */
  progress?(progress: ReadingProgress): Promise<void>;
  /** Called before a longer wait that the vendor asks for, in milliseconds. */
  waiting?(progress: ReadingProgress, ms: number): Promise<void>;
  /** Called at each page: whether to stop, because the process ends. */
  stopping?(): boolean;
  /** Waits this number of milliseconds; tests pass one that does not. */
  wait?(ms: number): Promise<void>;
}

/** The process ends: another process starts the reading again. */
export class ReadingStopped extends Error {
  override readonly name = 'ReadingStopped';
}

const PAGE = 50;
/** Retries after those of the HTTP layer, as long as none returns a row. */
const MOST_TRIES = 6;
/** The longest that a person waits for a card. */
const LONGEST_WAIT = 90 * SECOND;
/** A shorter wait is over before people have read of it. */
const SHORTEST_NOTED_MS = 5 * SECOND;
/** How often all pages are read again because of new rows. */
const MOST_PASSES = 4;

/** The result of one pass over all pages. */
interface Pass {
  /** Different rows. */
  readonly rows: number;
  /** The vendor's last number of rows. */
  readonly of: number | undefined;
  /** Whether that number changed: rows were added or removed meanwhile, and others moved. */
  readonly moved: boolean;
  /** Whether a row came twice. */
  readonly repeated: boolean;
  /** The number of answers with rows: the rows of one answer are from the same moment. */
  readonly pages: number;
  /** Its ids. */
  readonly ids: IdSet;
  /** The number of rows that the previous pass did not have. */
  readonly unseen: number;
  readonly dropped: number;
  /** Why it did not reach the end. */
  readonly failed: VendorError | undefined;
}

/**
 * Reads every transaction of an invoice once by its id, despite refusals, repeats and new rows. The invoice is complete if
 * one pass over all pages had as many rows as the vendor counts, with the same count on each page, and no earlier pass had
 * another row; without a count, if two successive passes had the same rows.
 * @throws VendorError if not one row could be read, ReadingStopped, and errors of `take` or `progress`
 */
export const readInvoice = async (invoice: InvoiceAddress, reader: InvoiceReader): Promise<InvoiceEnd> => {
  const seen = createIdSet();
  let before: Pass | undefined;
  for (let number = 1; ; number += 1) {
    const pass = await readPages(invoice, reader, seen, before?.ids);
    const { of, failed, dropped } = pass;
    const rows = seen.size;
    const incomplete = (why: TextKey, values: TextValues = {}): InvoiceEnd => ({
      ...{ rows, of, complete: false },
      ...{ why, values },
    });
    if (failed && rows === 0) throw failed;
    if (failed) return incomplete(failed.textKey, failed.values);
    if (dropped > 0) return incomplete('billing.why.unread', { count: dropped });
    const settled = isSettled(pass, before);
    if (settled && rows === pass.rows) return { rows, of, complete: true };
    // A row that was passed on cannot be withdrawn: only a new reading knows which rows remain.
    if (settled) return incomplete('billing.why.changed');
    if (number === MOST_PASSES)
      return incomplete(pass.moved || of === undefined ? 'billing.why.changed' : 'billing.why.missing');
    before = pass;
  }
};

const isSettled = ({ rows, of, moved, repeated, pages, unseen }: Pass, before: Pass | undefined): boolean => {
  if (of !== undefined) return !moved && rows === of;
  return (pages <= 1 && !repeated) || (unseen === 0 && rows === before?.rows);
};

/** One pass over all pages; after a temporary refusal it continues from the current row. */
const readPages = async (
  invoice: InvoiceAddress,
  reader: InvoiceReader,
  seen: IdSet,
  before: IdSet | undefined,
): Promise<Pass> => {
  const { wait = (ms: number) => sleep(ms, undefined, { ref: false }) } = reader;
  const leaveOff = (): void => {
    if (reader.stopping?.()) throw new ReadingStopped();
  };
  const pauseFor = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= SECOND) {
      leaveOff();
      await wait(Math.min(left, SECOND));
    }
  };
  const own = createIdSet();
  let [of, moved, repeated]: [number | undefined, boolean, boolean] = [undefined, false, false];
  let [came, dropped, pages, tries, unseen] = [0, 0, 0, 0, 0];
  const onPage = (page: PageInfo): void => {
    pages += 1;
    moved ||= of !== undefined && page.count !== undefined && page.count !== of;
    of = page.count ?? of;
    dropped += page.dropped;
    came += page.dropped;
  };
  const pass = (failed?: VendorError): Pass => ({
    ...{ rows: own.size, of, moved, repeated, dropped, failed },
    ...{ pages, ids: own, unseen },
  });
  for (;;) {
    const start = came;
    let shown = pages;
    try {
      for await (const row of listFrom(invoice, start, reader, onPage)) {
        if (pages > shown) {
          leaveOff();
          if (pages > 1) await reader.progress?.({ rows: seen.size, of });
          shown = pages;
        }
        came += 1;
        if (!own.add(row.id)) repeated = true;
        else if (before?.add(row.id)) unseen += 1;
        if (seen.add(row.id)) reader.take(row);
      }
      return pass();
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      const further = came > start;
      tries = further ? 1 : tries + 1;
      const pause = Math.max(error.retryAfterMs ?? 0, SECOND * 2 ** (tries - 1));
      // A link to a later page may be refused for good: the position is then requested by its number.
      if (!(error.retryable || further) || tries >= MOST_TRIES || pause > LONGEST_WAIT) return pass(error);
      if (pause >= SHORTEST_NOTED_MS) await reader.waiting?.({ rows: seen.size, of }, pause);
      await pauseFor(pause);
    }
  }
};

const listFrom = (
  invoice: InvoiceAddress,
  skip: number,
  { vendor, correlation }: InvoiceReader,
  onPage: (page: PageInfo) => void,
) =>
  vendor.list(
    listInvoiceTransactions,
    { ...invoice, top: PAGE, skip, count: true },
    { ...(correlation === undefined ? {} : { correlation }), onPage },
  );

/** A set of ids that stores a number instead of each text. */
export interface IdSet {
  /** @returns false for an id that is already in the set */
  add(id: string): boolean;
  readonly size: number;
}

/**
 * Ids of one invoice, compared without case. A collision among 10,000 ids occurs once in some hundred million invoices, and
 * then the vendor's count shows that one is missing.
 */
export const createIdSet = (): IdSet => {
  const marks = new Set<number>();
  return {
    add(id) {
      const { size } = marks;
      return marks.add(hashOf(id.toLowerCase())).size > size;
    },
    get size() {
      return marks.size;
    },
  };
};

/** A 53-bit hash of each character and its position. */
const hashOf = (text: string): number => {
  let [high, low] = [0x6a09e667, 0xbb67ae85];
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x85ebca6b);
  }
  high = Math.imul(high ^ (high >>> 16), 0xc2b2ae35) ^ Math.imul(low ^ (low >>> 13), 0x27d4eb2f);
  low = Math.imul(low ^ (low >>> 16), 0x165667b1) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (high >>> 0) * 0x20_0000 + (low >>> 11);
};
