import { gunzipSync, gzipSync } from 'node:zlib';
import { iso } from '#platform/lib/clock.ts';
import { BYTE_ORDER_MARK, csvLine } from '#platform/lib/csv.ts';

/** The most bytes that OneDrive takes in one upload, with some margin. */
export const MOST_BYTES = 50 * 1024 * 1024;
/** Characters that are compressed at once. */
const PIECE = 256 * 1024;

export interface FileContent {
  readonly bytes: number;
  /** The compressed file; absent if it is larger than `MOST_BYTES`. */
  readonly packed?: string;
}

export interface CsvFile {
  /** @param line as `csvLine` writes it */
  add(line: string): void;
  end(): FileContent;
}

/** A CSV file line by line, compressed in parts to about a twentieth; it begins with the mark by which spreadsheets recognise UTF-8. */
export const createCsvFile = (columns: readonly string[]): CsvFile => {
  const packed: Buffer[] = [];
  let piece = `${BYTE_ORDER_MARK}${csvLine(columns)}`;
  let bytes = 0;
  const pack = (): void => {
    bytes += Buffer.byteLength(piece);
    if (bytes <= MOST_BYTES) packed.push(gzipSync(piece));
    piece = '';
  };
  return {
    add(line) {
      piece += line;
      if (piece.length >= PIECE) pack();
    },
    end() {
      pack();
      return { bytes, ...(bytes <= MOST_BYTES ? { packed: Buffer.concat(packed).toString('base64') } : {}) };
    },
  };
};

export const unpackFile = (packed: string): string => gunzipSync(Buffer.from(packed, 'base64')).toString();

/**
 * A safe file name, which says in UTC when it was written: OneDrive may keep an older file of the same name.
 * @param parts texts of the policy and the vendor
 */
export const fileName = (at: number, ...parts: readonly string[]): string =>
  `${[...parts, iso(at).slice(0, 19).replace('T', '-'), 'UTC'].join('-').replace(/[^A-Za-z0-9._-]+/g, '-')}.csv`;
