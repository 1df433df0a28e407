import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { clean } from '#platform/lib/text.ts';
import { type CardJson, payloadBytes } from '#teams/cards/define-card.ts';
import { filesBelow, ROOT } from '../../house/source.ts';
import { cardSamples } from '../../support/card-samples.ts';
import type { CardSample } from '../../support/cards/sample.ts';
import { hostileText, readMarkdown } from '../../support/markdown.ts';
import { hostileView } from './hostile-view.ts';
import { complaints, forOlderClients } from './official.ts';

const cards = cardSamples.map((sample) => ({ name: sample.name, file: sample.file, card: sample.render() }));
const files = filesBelow('cards', '.json').map((file) => file.replace('cards/', ''));

const leavesOf = (node: unknown, path = ''): [path: string, value: unknown][] =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([name, child]) => leavesOf(child, `${path}/${name}`))
    : [[path, node]];

const nodesOf = (node: unknown): Record<string, unknown>[] =>
  typeof node === 'object' && node !== null
    ? [...('type' in node ? [node as Record<string, unknown>] : []), ...Object.values(node).flatMap(nodesOf)]
    : [];

/** Which nodes a card has, where, and with which properties: everything but what they say. */
const skeleton = (card: unknown): string[] =>
  leavesOf(card).map(([path, value]) => `${path} ${typeof value === 'string' && !/\/type$/.test(path) ? '…' : value}`);

/** The texts of a card that are read as Markdown. */
const markdownTexts = (card: CardJson): string[] =>
  nodesOf(card).flatMap((node) => {
    if (node['type'] === 'TextBlock') return [String(node['text'])];
    return node['type'] === 'FactSet' ? (node['facts'] as { value: string }[]).map(({ value }) => value) : [];
  });

/** What a check finds, with the name of what it was found in. */
const faultsOf = <T extends { readonly name: string }>(all: readonly T[], check: (one: T) => readonly string[]) =>
  all.flatMap((one) => check(one).map((fault) => `${one.name}: ${fault}`));

it('every template is shown by a sample, itself or inside another template', () => {
  const included = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, 'cards', file), 'utf8');
    return [...text.matchAll(/"\$include":\s*"([^"]+)"/g)].map(([, name]) => name);
  });
  const shown = new Set<unknown>([...cardSamples.map(({ file }) => file), ...included]);
  expect(files.filter((file) => !shown.has(file))).toEqual([]);
});

const WITHOUT_FALLBACK: ReadonlySet<string> = new Set([
  ...['billing/list.json', 'billing/report.json', 'billing/summary.json', 'help/help.json', 'shared/choices.json'],
]);

/** The actions that say something else, or nothing, to clients without Action.Execute. */
const lackingFallbacks = (card: CardJson, file: string): string[] => {
  // A row of transactions does nothing there: twenty of them with two actions each are more than Teams takes.
  const ofRows = new Set(nodesOf(card).map(({ selectAction }) => selectAction));
  return nodesOf(card).flatMap((action) => {
    const { type, title, verb, data, fallback } = action;
    const isRow = ofRows.has(action);
    if (type !== 'Action.Execute' || (isRow && WITHOUT_FALLBACK.has(file))) return [];
    const { type: other, data: sent, title: shown } = (fallback ?? {}) as Record<string, unknown>;
    const same = other === 'Action.Submit' && isSubsetOf({ verb, ...(data as object) }, sent);
    return same && (isRow || shown === title) ? [] : [`${verb} ${title ?? ''}`];
  });
};

const isSubsetOf = (some: object, all: unknown): boolean =>
  isDeepStrictEqual(
    some,
    Object.fromEntries(Object.keys(some).map((name) => [name, (all as typeof some)?.[name as never]])),
  );

describe('every sample', () => {
  it('every card is valid under the official renderer, and nothing of it is lost', () => {
    expect(faultsOf(cards, ({ card }) => complaints(card))).toEqual([]);
  });

  it('every card is valid for clients that take the fallback of each action', () => {
    expect(faultsOf(cards, ({ card }) => complaints(forOlderClients(card) as CardJson))).toEqual([]);
  });

  it('every card says the same to clients without Action.Execute: verb and data in its fallback', () => {
    expect(faultsOf(cards, ({ card, file }) => lackingFallbacks(card, file))).toEqual([]);
  });

  it('every card says version 1.5 and leaves the rest of its message 2 KB of Teams’ 28', () => {
    const large = cards.filter(({ card }) => card['version'] !== '1.5' || payloadBytes(card) > 26 * 1_024);
    expect(large.map(({ name }) => name)).toEqual([]);
  });

  it('every card has no hole left', () => {
    const holes = (card: CardJson): string[] =>
      leavesOf(card).flatMap(([path, value]) => (String(value).includes('${') ? [path] : []));
    expect(faultsOf(cards, ({ card }) => holes(card))).toEqual([]);
  });

  it('every card has each input id once', () => {
    const repeated = (card: CardJson): string[] =>
      nodesOf(card)
        .flatMap(({ type, id }) => (String(type).startsWith('Input.') ? [String(id)] : []))
        .filter((id, index, ids) => ids.indexOf(id) !== index);
    expect(faultsOf(cards, ({ card }) => repeated(card))).toEqual([]);
  });
});

it.each([
  ['four actions without a menu', 4, 4, '4 actions are visible'],
  ['seven actions', 7, 3, '7 actions in all'],
])('a card with %s is refused', (_what, count, visible, complaint) => {
  const actions = Array.from({ length: count }, (_, index) => ({
    ...{ type: 'Action.Execute', title: `Button ${index}`, verb: 'some.verb' },
    mode: index < visible ? 'primary' : 'secondary',
  }));
  expect(complaints({ type: 'AdaptiveCard', version: '1.5', body: [], actions })).toEqual([complaint]);
});

/** Where their words are too long for Teams, these leave out nodes of their rows. */
const LEAVES_OUT: ReadonlySet<string> = new Set(['shared/list.json', 'shared/rows.json']);
const kinds = (card: CardJson): string[] => skeleton(card).map((node) => node.replace(/\/\d+(?=\/)/g, ''));

/** One view of each shape of card is enough: the others differ in words only. */
const shapes = [
  ...new Map(cardSamples.map((sample, index) => [skeleton(cards[index]?.card).join('\n'), sample])).values(),
];
const HOSTILE = 500;
const huge = `${hostileText(7)}${'x<at>*'.repeat(180_000)}`;

const ROUND = Math.ceil(HOSTILE / shapes.length);

/** A shape as it is drawn with hostile words, some times. */
const withHostileWords = (sample: CardSample, place: number): readonly CardJson[] =>
  Array.from({ length: ROUND }, (_, index) => {
    let next = (place * ROUND + index + 1) * 1_000;
    const view = hostileView(sample.schema, sample.view, () => {
      next += 1;
      return clean(next % 50 === 0 ? huge : hostileText(next), 120) || 'x';
    });
    return sample.render(view);
  });

describe('a card with hostile words', () => {
  const hostile = shapes.map((sample, place) => {
    const { name, file, render } = sample;
    return { name, file, own: render(), drawn: withHostileWords(sample, place) };
  });

  it('a card with hostile words keeps its nodes', () => {
    const changed = faultsOf(hostile, ({ file, own, drawn }) => {
      if (LEAVES_OUT.has(file)) {
        const known = new Set(cards.filter((one) => one.file === file).flatMap(({ card }) => kinds(card)));
        return drawn.flatMap(kinds).filter((node) => !known.has(node));
      }
      const nodes = skeleton(own).join('\n');
      return drawn.map((card) => skeleton(card).join('\n')).filter((shown) => shown !== nodes);
    });
    expect(changed).toEqual([]);
  });

  it('a card with hostile words gets no link, no mention, no emphasis and nothing else that it had not', () => {
    const gained = faultsOf(hostile, ({ own, drawn }) => {
      const had = new Set(markdownTexts(own).flatMap((text) => readMarkdown(text).nodes));
      return drawn.flatMap(markdownTexts).filter((text) => readMarkdown(text).nodes.some((node) => !had.has(node)));
    });
    expect(gained).toEqual([]);
  });

  it('a card with hostile words stays valid', () => {
    expect(faultsOf(hostile, ({ drawn }) => drawn.flatMap(complaints))).toEqual([]);
  });
});
