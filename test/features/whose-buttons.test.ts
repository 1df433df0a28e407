import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { features } from '#features/index.ts';
import buttons from '../fixtures/whose-buttons.json' with { type: 'json' };
import { filesBelow, ROOT } from '../house/source.ts';

/**
 * The actions that say of no button whose it is, with the reason why nobody is shown one that would be refused. Every other action
 * has a right in `may`, and its buttons stand only on the cards of those who have it.
 */
const withoutRight: Readonly<Record<string, readonly string[]>> = buttons.withoutRight;

/** Every template: whose buttons its card shows to a conversation, and how the others’ come. */
const templates: Readonly<Record<string, readonly string[]>> = buttons.templates;

it('every action has a right, or a reason why it needs none', () => {
  const actions = features.flatMap((feature) => feature.actions ?? []);
  const bare = actions.filter(({ may }) => may === undefined).map(({ verb }) => verb);
  expect(bare.toSorted()).toEqual(Object.values(withoutRight).flat().toSorted());
});

it('every action that draws a list for whoever asks is one that only reads', () => {
  const views = features.flatMap((feature) => feature.actions ?? []).filter(({ automatic }) => automatic);
  expect(views.filter(({ verb, repeatable, decides }) => decides || (repeatable !== true && !READS.has(verb)))).toEqual(
    [],
  );
});

/** They have no effect that a repeated press could have twice. */
const READS: ReadonlySet<string> = new Set(buttons.reads);

it('every template with buttons says whose they are', () => {
  const files = filesBelow('cards', '.json').map((file) => relative('cards', file));
  expect(files.toSorted()).toEqual(Object.values(templates).flat().toSorted());
  const bare = files.filter(
    (file) => !/"(Action\.(Execute|Submit))"/.test(readFileSync(`${ROOT}/cards/${file}`, 'utf8')),
  );
  expect(bare.toSorted()).toEqual(templates['it has no buttons']?.toSorted());
});
