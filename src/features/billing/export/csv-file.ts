import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { isPending } from '../invoice/totals.ts';
import type { ReportFold } from '../report/report.ts';
import { csvHead, csvRow } from './csv.ts';

export const storedCsv = z.object({
  rows: z.int(),
  /** Transactions that are on no bill yet. */
  pending: z.int(),
  /** Of the file. */
  bytes: z.int(),
  /** The file, packed; absent once it is kept elsewhere, or where there is nothing in it or too much. */
  packed: z.string().optional(),
});
export type CsvFile = z.infer<typeof storedCsv>;

/** What a person's files take in one piece, with room. */
export const MOST_BYTES = 50 * 1024 * 1024;
/** Letters that are packed at once. */
const PIECE = 256 * 1024;

/** An invoice as a file; what it holds is packed piece by piece, about a twentieth of it. */
export const foldCsv = (): ReportFold<CsvFile> => {
  const packed: Buffer[] = [];
  let piece = csvHead;
  let [rows, pending, bytes] = [0, 0, 0];
  const pack = (): void => {
    bytes += Buffer.byteLength(piece);
    if (bytes <= MOST_BYTES) packed.push(gzipSync(piece));
    piece = '';
  };
  return {
    take(row) {
      rows += 1;
      if (isPending(row)) pending += 1;
      piece += csvRow(row);
      if (piece.length >= PIECE) pack();
    },
    end() {
      pack();
      const good = rows > 0 && bytes <= MOST_BYTES;
      return { rows, pending, bytes, ...(good ? { packed: Buffer.concat(packed).toString('base64') } : {}) };
    },
  };
};

export const unpackCsv = (packed: string): string => gunzipSync(Buffer.from(packed, 'base64')).toString();
