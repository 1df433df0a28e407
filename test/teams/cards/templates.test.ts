import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { defineCard } from '#teams/cards/define-card.ts';
import cases from '../../fixtures/teams/cards/templates.json' with { type: 'json' };
import { cardSamples } from '../../support/card-samples.ts';
import { hostileView } from './hostile-view.ts';

const textsOf = (node: unknown): string[] => {
  if (typeof node === 'string') return [node];
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(textsOf) : [];
};

it.each([
  ['a value', '${title}'],
  ['the whole view', '${$root}'],
  ['a function', "${concat('a', 'b')}"],
  ['half an expression', '${title'],
])('data that read as an expression for %s stay text in every card', (_what, expression) => {
  const evaluated = cardSamples.flatMap(({ name, schema, view, file }) => {
    const card = defineCard(file, schema).render(hostileView(schema, view, () => `${expression} is data`));
    const texts = textsOf(card).filter((text) => text.includes(' is data'));
    const changed = texts.filter((text) => !text.replaceAll('\\', '').includes(`${expression} is data`));
    return changed.map((text) => `${name}: ${text}`);
  });
  expect(evaluated).toEqual([]);
});

it('data with the names of the template language stay data in a button', () => {
  const data = { $when: '${false}', $data: '${rows}', text: '${title}' };
  const view = { text: 'Which?', buttons: [{ title: '${text}', submit: data, verb: 'say', data }], sentences: [] };
  const card = defineCard('shared/choices.json', z.custom<typeof view>()).render(view);
  expect(JSON.stringify(card)).toContain(JSON.stringify(data));
  expect(textsOf(card)).toContain('${text}');
});

/** Whether a process that runs these statements has loaded the library. */
const loadsLibrary = (statements: string): boolean => {
  const list =
    "Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('adaptivecards-templating'))";
  const script = `import { createRequire } from 'node:module'; ${statements}; console.log(${list});`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
  const cwd = join(import.meta.dirname, '..', '..', '..');
  return execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }).trim() === 'true';
};

it.each(cases.loading)('when $when, the templating library is loaded: $statements', ({ statements, isLoaded }) => {
  expect(loadsLibrary(statements)).toBe(isLoaded);
});

interface Chart {
  readonly type: string;
  readonly title: unknown;
  readonly data: readonly { readonly x: unknown; readonly y: unknown }[];
  readonly fallback: { readonly type: string; readonly text: unknown };
}

const chartsOf = (node: unknown): Chart[] => {
  if (typeof node !== 'object' || node === null) return [];
  const own = String((node as { type?: unknown }).type).startsWith('Chart.') ? [node as Chart] : [];
  return [...own, ...Object.values(node).flatMap(chartsOf)];
};

const charts = cardSamples.flatMap(({ render }) => chartsOf(render()));

it('charts have bars that Teams draws, and only their title where a client draws none: the rows below have the amounts', () => {
  expect(charts.length).toBeGreaterThan(0);
  for (const { type, title, data, fallback } of charts) {
    expect(type).toBe('Chart.HorizontalBar');
    expect(typeof title).toBe('string');
    for (const { x, y } of data) expect([typeof x, typeof y]).toEqual(['string', 'number']);
    expect(fallback).toMatchObject({ type: 'TextBlock', text: title });
  }
});
