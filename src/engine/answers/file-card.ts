import type { Rendered } from '#engine/outbox/renderer.ts';
import type { TextValues } from '#platform/lib/errors.ts';
import { asTextKey, type TextKey, type Words } from '#platform/texts/texts.ts';
import { noticeCard } from '#teams/cards/notice-card.ts';
import type { FileCard } from '#teams/connector/file-card.ts';
import { type Reason, storedReason } from './answer-job.ts';
import { type FileColumns, fileLocation } from './file-store.ts';
import type { FileKind } from './files.ts';

type Drawn = Omit<Rendered, 'version'>;

/**
 * The request for consent, then the file or what became of it; nothing of its content.
 * @param allowed whether its person may have it now
 * @returns undefined while it is being written
 */
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
