import { type DictionaryEntry, type TranslationText, writeText } from '../../../api/operations/translation.ts';
import { profileOf } from '../../../api/services/profile.ts';
import { cut } from '../../../lib/text.ts';
import type { Block, MarkPart, Part } from './document.ts';
import { escapeHtml } from './html-text.ts';
import { type Tagged, tagParts } from './tag-parts.ts';

/** Element names in what is sent: the whole, what is kept, and formatting. Short, as markup is charged for too. */
export const SENT = { whole: 'p', kept: 'i', mark: 'b' } as const;

/** Letters of a kept part that are sent, so that the translator sees what it is about. */
const LONGEST_KEPT = 40;

/**
 * A block for `textType` html: a well-formed, complete element. Text is escaped, so that whatever looks like the
 * vendor's markup or ours is text; of the message's own tags none is sent.
 */
export const writeBlock = ({ parts }: Block): TranslationText => {
  const written: (string | DictionaryEntry)[] = [];
  const put = (text: string): void => {
    const before = written.at(-1);
    if (typeof before === 'string') written[written.length - 1] = before + text;
    else written.push(text);
  };
  const write = (tagged: Tagged): void => {
    if (tagged.is === 'text') put(escapeHtml(tagged.part.text));
    else if (tagged.is === 'term') written.push({ phrase: tagged.part.phrase, translation: tagged.part.translation });
    else if (tagged.is === 'kept') put(keptElement(tagged.id, tagged.part.shown));
    else {
      put(`<${SENT.mark} id="${tagged.id}">`);
      for (const inside of tagged.nodes) write(inside);
      put(`</${SENT.mark}>`);
    }
  };
  put(`<${SENT.whole}>`);
  for (const tagged of tagParts(parts)) write(tagged);
  put(`</${SENT.whole}>`);
  const [only] = written;
  return written.length === 1 && typeof only === 'string' ? only : written;
};

const keptElement = (id: string, shown: string): string => {
  const inside = escapeHtml(cut(shown.trim(), LONGEST_KEPT)) || '·';
  return `<${SENT.kept} class="notranslate" id="${id}">${inside}</${SENT.kept}>`;
};

/** UTF-16 units that a block is sent with, by whichever profile's markup is longer. */
export const writtenLength = (block: Block): number => lengthOf(writeBlock(block));

const profiles = [profileOf('Vendor'), profileOf('Microsoft')];

const lengthOf = (text: TranslationText): number =>
  Math.max(...profiles.map((profile) => writeText(text, 'html', profile).length));

const LONGEST_ID = 'q0000-000000';

/** What the parts of a block add to it at most, wherever they stand; a mark without what is inside. */
export const mostOf = {
  whole: `<${SENT.whole}></${SENT.whole}>`.length,
  mark: `<${SENT.mark} id="${LONGEST_ID}"></${SENT.mark}>`.length,
  part: (part: Exclude<Part, MarkPart>): number => {
    if (part.is === 'text') return escapeHtml(part.text).length;
    return part.is === 'kept' ? keptElement(LONGEST_ID, part.shown).length : lengthOf([part]);
  },
} as const;
