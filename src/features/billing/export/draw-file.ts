import { z } from 'zod';
import { noticeCard } from '../../../cards/notice.ts';
import type { FileCard } from '../../../connector/file-card.ts';
import type { Rendered } from '../../../outbox/renderer.ts';
import type { Words } from '../../../texts/texts.ts';
import { billingVerbs } from '../verbs.ts';
import { type FileRow, type NewFile, storedAbout } from './file-rows.ts';

/** Where a file stands, as Teams says it with the consent. */
export const filePlace = z.object({
  contentUrl: z.url({ protocol: /^https?$/ }),
  name: z.string().min(1),
  uniqueId: z.string(),
  fileType: z.string(),
});

/** The question, then the file, or what became of it; it holds no amount. @param allowed whether the asker may see the account now */
export const drawFile = (row: FileRow, allowed: boolean, words: Words): Omit<Rendered, 'version'> => {
  const { name } = row;
  const said = (key: string): Omit<Rendered, 'version'> => ({
    card: noticeCard.render({ text: words.markdown(key, { name }) }),
    summary: words.plain(key, { name }),
  });
  if (row.state === 'asked' && !allowed) return said('figures.file.hidden');
  if (row.state === 'asked') return { ...said('figures.file.asked'), file: consentOf(row, words) };
  if (row.state === 'there') return { ...said('figures.file.there'), file: infoOf(row) };
  if (row.state === 'failed') {
    const why = words.plain(row.why ?? 'bot.error.fault');
    const text = words.markdown('figures.file.failed', { name, why });
    return { card: noticeCard.render({ text }), summary: words.plain('figures.file.failed', { name, why }) };
  }
  return said(`figures.file.${row.state}`);
};

const consentOf = ({ id, name, about_json, bytes }: FileRow, words: Words): FileCard => ({
  ...{ kind: 'consent', name, bytes },
  description: describe(storedAbout.parse(JSON.parse(about_json)), words),
  context: { verb: billingVerbs.file, file: id },
});

const describe = ({ whole, ...about }: NewFile['about'], words: Words): string =>
  words.plain(whole ? 'figures.file.about' : 'figures.file.aboutPart', {
    ...about,
    state: about.pending > 0 ? 'provisional' : 'billed',
  });

const infoOf = ({ place_json }: FileRow): FileCard => ({
  kind: 'info',
  ...filePlace.parse(JSON.parse(place_json ?? 'null')),
});
