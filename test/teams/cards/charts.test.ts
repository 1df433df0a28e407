import { cardSamples } from '../../support/card-samples.ts';

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
