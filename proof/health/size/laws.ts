import type { HealthEvent } from '../../../src/cloud/operations/health-events-schemas.ts';
import type { HealthItem } from '../../../src/features/health/item.ts';
import type { TextName, Words } from '../../../src/platform/texts/texts.ts';
import type { CardJson } from '../../../src/teams/cards/define-card.ts';
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

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly items?: readonly Block[];
}

interface Part {
  /** The texts of each entry, joined. */
  readonly entries: readonly string[];
  /** From the last line. */
  readonly more: number;
}

/** @returns wrong counts on a card, in words */
export const brokenCountLaws = (event: HealthEvent, item: HealthItem, card: CardJson, words: Words): string[] => {
  const part = (name: TextName<'health.section'>): Part | undefined =>
    partOf(card, words.markdown(`health.section.${name}`));
  const updates = new Set(
    [...(event.updates ?? []), ...regionsOf(event).flatMap(({ updates: own = [] }) => own)]
      .filter(({ summary = '' }) => summary.trim() !== '')
      .map(({ summary, updateDateTime }) => `${updateDateTime} ${summary}`),
  );
  const latest = part('latest') ? 1 : 0;
  const timeline = part(latest === 1 ? 'earlier' : 'updates');
  const actions = (event.recommendedActions?.actions ?? []).filter(({ actionText = '' }) => actionText.trim() !== '');
  // The steps are one list, a line each; without steps there may be a message.
  const told = actions.length === 0 ? undefined : part('actions');
  return [
    ...same('updates', updates.size - latest, timeline && timeline.entries.length + timeline.more),
    ...same('questions', (event.faqs ?? []).length, total(part('faqs'))),
    ...same('services', (event.impact ?? []).length, total(part('impact'))),
    ...same('actions', actions.length, told && (told.entries.at(-1) ?? '').trim().split('\n').length + told.more),
    ...(part('impact')?.entries ?? []).flatMap((text, index) =>
      same('regions', event.impact?.[index]?.impactedRegions?.length ?? 0, namesIn(text)),
    ),
    ...same(
      'kept regions',
      new Set(regionsOf(event).map(({ impactedRegion }) => impactedRegion)).size,
      item.regions.length + item.further.regions,
    ),
  ];
};

const regionsOf = ({ impact = [] }: HealthEvent) => impact.flatMap(({ impactedRegions = [] }) => impactedRegions);

const same = (what: string, wanted: number, found: number | undefined): string[] =>
  wanted === (found ?? 0) ? [] : [`${wanted} ${what}, and the card tells of ${found ?? 0}`];

const total = (part: Part | undefined): number | undefined => part && part.entries.length + part.more;

/** The section below a title. */
const partOf = (card: CardJson, title: string): Part | undefined => {
  const section = (card['body'] as readonly Block[]).find(
    ({ items = [] }) => items[0]?.text === title && items.length > 1,
  );
  if (!section) return undefined;
  const [, ...rest] = section.items ?? [];
  const entries = rest.filter(({ type }) => type === 'Container');
  const last = rest.find(({ type }) => type === 'TextBlock')?.text ?? '';
  return {
    entries: entries.map(({ items = [] }) => items.map(({ text = '' }) => text).join('\n')),
    more: Number(/^(\d+) more/.exec(last)?.[1] ?? 0),
  };
};

/** Number of regions that the line below a service names and counts: "A, B (recovered) and 3 more". */
const namesIn = (text: string): number => {
  const [, names = '', rest = '0'] = /^(.*?)(?: and (\d+) more)?$/.exec(text.split('\n')[1] ?? '') ?? [];
  return names.split(', ').filter((name) => name !== '').length + Number(rest);
};
