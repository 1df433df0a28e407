import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Rendered } from '#engine/outbox/renderer.ts';
import { iso } from '#platform/lib/clock.ts';
import { BYTE_ORDER_MARK, csvLine } from '#platform/lib/csv.ts';
import type { TextValues } from '#platform/lib/errors.ts';
import type { Db } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import { asTextKey, type TextKey, type Words } from '#platform/texts/texts.ts';
import { noticeCard } from '#teams/cards/notice-card.ts';
import type { FileCard } from '#teams/connector/upload.ts';
import { type Reason, storedReason } from './answer-job.ts';
import type { FileKind } from './files.ts';

/** The most bytes that OneDrive takes in one upload, with some margin. */
export const MOST_BYTES = 50 * 1024 * 1024;
/** Characters that are compressed at once. */
const PIECE = 256 * 1024;

export interface FileContent {
  readonly bytes: number;
  /** The compressed file; absent if it is larger than `MOST_BYTES`. */
  readonly packed?: string;
}

interface CsvFile {
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

/** A safe file name with its time in UTC, for OneDrive may keep an older file. @param parts texts of the policy and the vendor */
export const fileName = (at: number, ...parts: readonly string[]): string =>
  `${[...parts, iso(at).slice(0, 19).replace('T', '-'), 'UTC'].join('-').replace(/[^A-Za-z0-9._-]+/g, '-')}.csv`;

/** `writing` and `unwritten` are of exports only (exports.ts): their person has not been asked yet, or never will be. */
export type FileState = 'writing' | 'unwritten' | 'asked' | 'uploading' | 'there' | 'declined' | 'expired' | 'failed';

/** The columns of every table of files. */
export interface FileColumns {
  id: string;
  /** Directory object id of the one person who may have it. */
  person: string;
  name: string;
  /** What is in it, for its description: without anything that its person might not see any more. */
  about_json: string;
  bytes: number;
  /** Compressed; null as soon as it cannot be requested any more. */
  packed: string | null;
  state: FileState;
  /** The reason of the failure (`Reason`) as JSON; in old rows the key of a text. */
  why: string | null;
  /** Its location in the person's OneDrive, from Teams. */
  place_json: string | null;
  version: number;
  created_at: string;
}

/** @param more names of the feature's own columns, each a text */
export const createFileTable = async (db: Db, name: string, more: readonly string[]): Promise<void> => {
  await createTable(db, name, {
    key: 'id',
    texts: ['person', 'name', 'about_json', 'state', 'created_at', ...more],
    numbers: ['bytes', 'version'],
    optional: ['packed', 'why', 'place_json'],
  }).execute();
  await createIndex(db, `${name}_age`, name, ['created_at']);
};

/** A file's location, which Teams sends with the consent. */
export const fileLocation = z.object({
  contentUrl: z.url({ protocol: /^https?$/ }),
  name: z.string().min(1),
  uniqueId: z.string(),
  fileType: z.string(),
});

type Drawn = Omit<Rendered, 'version'>;

/** The request for consent, then the file or what became of it. @param allowed its person may have it now @returns undefined while it is written */
export const drawFile = <Row extends FileColumns>(
  kind: FileKind<Row>,
  row: Row,
  allowed: boolean,
  words: Words,
): Drawn | undefined => {
  const { name, state } = row;
  const { command, verb } = kind;
  const named = { name, command };
  const notice = (key: TextKey, values: TextValues): Drawn => ({
    card: noticeCard.render({ text: words.markdown(key, values) }),
    summary: words.plain(key, values),
  });
  switch (state) {
    case 'writing':
      return undefined;
    case 'asked': {
      if (!allowed) return notice(kind.hidden, named);
      const description = kind.describe(row, words);
      const context = { verb, file: row.id };
      return {
        ...notice('files.asked', named),
        file: { kind: 'consent', name, bytes: row.bytes, description, context },
      };
    }
    case 'there': {
      const file = infoOf(row);
      return { ...notice('files.there', { ...named, name: file.name }), file };
    }
    case 'failed':
    case 'unwritten': {
      const { why, values } = storedWhy(row);
      return notice(`files.${state}`, { ...named, why: words.plain(why, { command, ...values }) });
    }
    default:
      return notice(`files.${state}`, named);
  }
};

/** Old rows have the key of a text, under a former name. */
const storedWhy = ({ why }: Pick<FileColumns, 'why'>): Reason => {
  if (why === null) return { why: 'bot.error.fault', values: {} };
  if (why.startsWith('{')) return storedReason.parse(JSON.parse(why));
  return { why: asTextKey(why.replace(/^(figures|reports)\.file\./, 'files.')), values: {} };
};

const infoOf = ({ place_json }: Pick<FileColumns, 'place_json'>): FileCard => ({
  kind: 'info',
  ...fileLocation.parse(JSON.parse(place_json ?? 'null')),
});
