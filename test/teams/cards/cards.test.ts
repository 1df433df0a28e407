import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clean } from '#platform/lib/text.ts';
import { type CardJson, MAX_CARD_BYTES, payloadBytes } from '#teams/cards/define-card.ts';
import { filesBelow, ROOT } from '../../house/source.ts';
import { cardSamples } from '../../support/card-samples.ts';
import { hostileText, readMarkdown } from '../../support/markdown.ts';
import { hostileView } from './hostile-view.ts';
import { complaints, forOlderClients } from './official.ts';

const samples = cardSamples.map((sample) => [sample.name, sample] as const);
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

describe.each(samples)('%s', (_name, sample) => {
  const card = sample.render();

  it('is valid under the official renderer, and nothing of it is lost', () => {
    expect(complaints(card)).toEqual([]);
  });

  it('is valid for clients that take the fallback of each action', () => {
    expect(complaints(forOlderClients(card) as CardJson)).toEqual([]);
  });

  it('says the same to clients without Action.Execute: verb and data in its fallback', () => {
    // A row of transactions does nothing there: twenty of them with two actions each are more than Teams takes.
    const ofRows = new Set(nodesOf(card).map(({ selectAction }) => selectAction));
    for (const action of nodesOf(card)) {
      const { type, title, verb, data, fallback } = action;
      if (type !== 'Action.Execute' || (ofRows.has(action) && WITHOUT_FALLBACK.has(sample.file))) continue;
      expect(fallback).toMatchObject({
        ...{ type: 'Action.Submit', data: { verb, ...(data as object) } },
        ...(ofRows.has(action) ? {} : { title }),
      });
    }
  });

  it('says version 1.5 and leaves the rest of its message room in Teams’ 28 KB', () => {
    expect(card['version']).toBe('1.5');
    expect(payloadBytes(card)).toBeLessThanOrEqual(MAX_CARD_BYTES);
  });

  it('has no hole left', () => {
    expect(leavesOf(card).filter(([, value]) => typeof value !== 'string' || !value.includes('${')).length).toBe(
      leavesOf(card).length,
    );
  });

  it('has each input id once', () => {
    const ids = nodesOf(card).flatMap(({ type, id }) => (String(type).startsWith('Input.') ? [id] : []));
    expect(ids).toEqual([...new Set(ids)]);
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
const shapes = [...new Map(cardSamples.map((sample) => [skeleton(sample.render()).join('\n'), sample])).values()];
const HOSTILE = 500;
const huge = `${hostileText(7)}${'x<at>*'.repeat(180_000)}`;

describe.each(shapes.map((sample) => [sample.name, sample] as const))('%s with hostile words', (_name, sample) => {
  const round = Math.ceil(HOSTILE / shapes.length);
  const seeds = Array.from({ length: round }, (_, index) => shapes.indexOf(sample) * round + index + 1);
  const drawn = seeds.map((seed) => {
    let next = seed * 1_000;
    const view = hostileView(sample.schema, sample.view, () => {
      next += 1;
      return clean(next % 50 === 0 ? huge : hostileText(next), 120) || 'x';
    });
    return sample.render(view);
  });

  it('keeps its nodes', () => {
    const own = skeleton(sample.render());
    if (!LEAVES_OUT.has(sample.file))
      return expect(drawn.filter((card) => skeleton(card).join('\n') !== own.join('\n'))).toEqual([]);
    const known = new Set(cardSamples.filter(({ file }) => file === sample.file).flatMap((one) => kinds(one.render())));
    expect(drawn.flatMap(kinds).filter((node) => !known.has(node))).toEqual([]);
  });

  it('gets no link, no mention, no emphasis and nothing else that it had not', () => {
    const had = new Set(markdownTexts(sample.render()).flatMap((text) => readMarkdown(text).nodes));
    const gained = drawn
      .flatMap(markdownTexts)
      .filter((text) => readMarkdown(text).nodes.some((node) => !had.has(node)));
    expect(gained).toEqual([]);
  });

  it('stays valid', () => {
    expect(drawn.flatMap(complaints)).toEqual([]);
  });
});
