import { readMarkdown } from '../../../test/support/markdown.ts';
import { EMOJI } from './event.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const WHOLE = new Set(EMOJI);
/** Characters of our texts and of Markdown besides plain letters. */
const OURS = new Set(['…', '·', '–', '’', '“', '”', '•', '›']);
const LISTS = /^(paragraph|bullet_list|ordered_list|list_item|softbreak|hardbreak|strong)_?(open|close)?$/;
const ADDRESS = /https?:\/\/\S*/g;
const WHOLE_ADDRESS = /^https:\/\/status\.example\/p*\/\d+\/end$/;

/** @returns the violations of a text on a card: no split characters, no cut addresses, no markup, no new links */
export const brokenTextLaws = (what: string, text: string): string[] => {
  const { nodes, letters } = readMarkdown(text);
  const said = letters.replaceAll('\u200d', '').includes('://')
    ? letters.replace(/(?<=:)\u200d(?=\/\/)/g, '')
    : letters;
  const split = [...graphemes.segment(said)]
    .map(({ segment }) => segment)
    .filter((segment) => /[^ -~\n]/.test(segment) && !WHOLE.has(segment) && !OURS.has(segment));
  const addresses = (said.match(ADDRESS) ?? [])
    .map((one) => one.replace(/[….,]+$/, ''))
    .filter((one) => !WHOLE_ADDRESS.test(one));
  const strange = nodes.filter((node) => !LISTS.test(node));
  return [
    ...(text.isWellFormed() ? [] : [`${what}: half a letter in ${text}`]),
    ...split.map((segment) => `${what}: a part of a letter, ${JSON.stringify(segment)}, in ${said.slice(0, 200)}`),
    ...addresses.map((address) => `${what}: a part of an address, ${address}`),
    ...strange.map((node) => `${what}: ${node} in ${text.slice(0, 200)}`),
    ...(/<\/?[a-z]|<!--|alert\(/i.test(said) ? [`${what}: markup in ${said.slice(0, 200)}`] : []),
  ];
};
