import type { AlertFace } from '../../alerts/feed/source.ts';
import type { Fact } from '../../cards/view.ts';
import { escapeMarkdown, type Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import { detailsData, healthVerbs } from './buttons.ts';
import { overlineOf, sayChange, windowOf } from './event-facts.ts';
import { few, sayLevel, stateOf, titleOf } from './face-words.ts';
import type { HealthItem } from './item.ts';
import { kindOf, toneOf } from './kind.ts';
import { plainLines, toMarkdown } from './vendor-text.ts';

const LONGEST = { title: 160, text: 700 };
const MOST = { services: 4, regions: 6, tags: 4 };

/** What a channel's card says of an event. Of a sensitive one that is its level, services and regions, and no word of its texts. */
export const faceOf = (item: HealthItem, words: Words): AlertFace => {
  const title = titleOf(item, words, LONGEST.title);
  return {
    overline: overlineOf(item, words),
    title: escapeMarkdown(title),
    name: title,
    state: stateOf(item, words),
    tone: toneOf(kindOf(item), item.level, item.open),
    facts: factsOf(item, words),
    text: textOf(item, words),
    ...linksOf(item, words),
    // What is made up has no details.
    buttons: item.made
      ? []
      : [{ title: words.plain('health.button.details'), verb: healthVerbs.details, data: detailsData(item) }],
    summary: `${sayLevel(item.level, words)}: ${title}`,
  };
};

/** The layer has buttons of its own, and a card has room for few: the portal, else the event's first address. */
const linksOf = ({ portal, links }: HealthItem, words: Words): Pick<AlertFace, 'links' | 'addresses'> =>
  portal === undefined
    ? { links: [], addresses: links }
    : { links: [{ title: words.plain('health.button.portal'), url: portal }], addresses: [] };

const textOf = (item: HealthItem, words: Words): Markdown => {
  if (item.made) return words.markdown('health.sample.text');
  if (item.hidden) return words.markdown('health.hidden.text');
  return toMarkdown(plainLines(item.text), LONGEST.text);
};

const factsOf = (item: HealthItem, words: Words): Fact[] => {
  const line = (name: string, value: string): Fact[] =>
    value === '' ? [] : [{ title: words.plain(`health.label.${name}`), value: escapeMarkdown(value) }];
  const regions = item.regions.map(({ name, open }) =>
    words.plain(open ? 'health.region.open' : 'health.region.over', { name }),
  );
  const [window, when] = windowOf(item);
  return [
    ...line('services', few(item.services, MOST.services, words, item.further.services)),
    ...line('regions', few(regions, MOST.regions, words, item.further.regions)),
    ...(when === '' ? [] : [{ title: words.plain(`health.label.${window}`), value: when }]),
    ...line('subType', sayChange(item, words)),
    ...line('tags', few(item.tags ?? [], MOST.tags, words)),
  ];
};
