import type { HealthEvent } from '../../../src/cloud/operations/health-events-schemas.ts';
import type { HealthItem } from '../../../src/features/health/item.ts';
import type { TextName, Words } from '../../../src/platform/texts/texts.ts';
import type { CardJson } from '../../../src/teams/cards/define-card.ts';

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
