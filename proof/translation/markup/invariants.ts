import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { toCardView } from '../../../src/features/translation/message/card-view.ts';
import type { Document } from '../../../src/features/translation/message/document.ts';
import { toText } from '../../../src/features/translation/message/outline.ts';
import { toSource } from '../../../test/support/message-source.ts';
import { type GeneratedMessage, occurs } from './random-message.ts';

/** What the standard's own reader makes of HTML. */
interface Seen {
  readonly names: readonly string[];
  readonly hrefs: readonly string[];
  /** Each link with what stands in it, words apart. */
  readonly links: readonly string[];
  readonly mentions: number;
}

const see = (html: string, plants: readonly string[] = []): Seen => {
  const names: string[] = [];
  const hrefs: string[] = [];
  const links: string[] = [];
  let mentions = 0;
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) {
      names.push(node.tagName);
      const attribute = (name: string): string | undefined => node.attrs.find((one) => one.name === name)?.value;
      if (node.tagName === 'a') {
        hrefs.push(attribute('href') ?? '');
        links.push(`${attribute('href')}: ${contentOf(node, plants).sort().join(' ')}`);
      }
      if (node.tagName === 'at' || /mention/i.test(attribute('itemtype') ?? '')) mentions += 1;
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parseFragment(html));
  return { names: names.sort(), hrefs: hrefs.sort(), links: links.sort(), mentions };
};

/** Elements below by their attributes, plants that stand in the text, and whether there are words at all. */
const contentOf = (node: DefaultTreeAdapterTypes.Node, plants: readonly string[]): string[] => {
  if ('value' in node) {
    const { value } = node;
    return [...plants.filter((plant) => value.includes(plant)), ...(/\p{L}/u.test(value) ? ['words'] : [])];
  }
  const inside = 'childNodes' in node ? node.childNodes.flatMap((child) => contentOf(child, plants)) : [];
  const own = 'attrs' in node ? [node.attrs.map(({ name, value }) => `${name}=${value}`).join()] : [];
  return [...new Set([...own, ...inside])];
};

/** @returns what does not hold of a message's translation, whoever made it */
export const violationsOf = ({ message, plants, damaged, urls }: GeneratedMessage, translated: Document): string[] => {
  const wrong: string[] = [];
  const source = toSource(translated);
  for (const plant of plants) {
    const times = occurs(source, plant);
    if (times !== 1) wrong.push(`${plant} is there ${times} times`);
  }
  if (/<\/?at\b/i.test(toText(translated))) wrong.push('a mention in the plain text');
  if (/evil/.test(source) && /https?:\/\/evil|www\.evil/.test(source)) wrong.push('a foreign address');
  if (message.kind === 'html') {
    const [was, is] = [see(message.content, plants), see(source, plants)];
    const listed = (names: readonly string[]): string => (damaged ? [...new Set(names)] : names).join();
    if (listed(was.names) !== listed(is.names)) wrong.push(`elements ${is.names}, not ${was.names}`);
    if (listed(was.hrefs) !== listed(is.hrefs)) wrong.push(`links ${is.hrefs}, not ${was.hrefs}`);
    if (!damaged && was.links.join() !== is.links.join()) wrong.push(`links ${is.links}, not ${was.links}`);
    if (was.mentions !== is.mentions) wrong.push(`${is.mentions} mentions, not ${was.mentions}`);
  }
  const card = JSON.stringify(toCardView(translated));
  if (/<\/?at\b/i.test(card)) wrong.push('a mention in the card');
  for (const [, url = ''] of card.matchAll(/"url":"([^"]+)"/g)) {
    if (!urls.includes(url)) wrong.push(`the card leads to ${url}`);
  }
  return wrong;
};

const visible = (text: string): string => text.replace(/\s|\u200d|\u202e/g, '');

/** @returns whether the card shows less or more than the plain text does */
export const brokenCard = (document: Document): string[] => {
  const lines = toCardView(document);
  const shown = lines.flatMap(({ runs, rows }) => [
    ...runs,
    ...rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.lines.flatMap((line) => line.runs))),
  ]);
  const card = visible(shown.map(({ text }) => text).join(''));
  const text = visible(document.kind === 'html' ? toText(document).replaceAll(' | ', '').replace(/^> /gm, '') : card);
  return card === text ? [] : [`the card shows ${card}, the text is ${text}`];
};
