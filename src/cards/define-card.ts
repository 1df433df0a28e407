import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { z } from 'zod';
import { compileTemplate, type Expand } from './compile-template.ts';

/** An Adaptive Card as JSON. */
export type CardJson = Readonly<Record<string, unknown>>;

/** V: the view that a caller hands over; its schema may add what only the template needs. */
export interface Card<V> {
  /** Path below cards/, for tests and galleries. */
  readonly file: string;
  readonly schema: z.ZodType<unknown, V>;
  /** @throws ZodError when the view lacks a value: a hole in a card is a fault of ours, never shown to people. */
  render(view: V): CardJson;
}

const ROOT = join(import.meta.dirname, '..', '..', 'cards');

/**
 * Binds a template to the one view that it may show. Views hold ready-made strings, numbers and booleans: the template
 * decides nothing but what to leave out, and data is expanded once, so `${` in a person's text stays text.
 */
export const defineCard = <V>(file: string, schema: z.ZodType<unknown, V>): Card<V> => {
  let expand: Expand | undefined;
  return {
    file,
    schema,
    render(view) {
      expand ??= expandWith(readTemplate(file));
      return expand(schema.parse(view)) as CardJson;
    },
  };
};

/** The templating library serves only templates that need more than the compiled form supports. */
const expandWith = (template: unknown): Expand => compileTemplate(template) ?? expandByLibrary(template);

/** Loads the library when the first template needs it. */
export const expandByLibrary = (template: unknown): Expand => {
  const library: typeof import('adaptivecards-templating') = createRequire(import.meta.url)('adaptivecards-templating');
  const parsed = new library.Template(template);
  return (view) => parsed.expand({ $root: view as object });
};

/** Reads a template and replaces each `{"$include": "shared/…json"}` by that template, once. */
export const readTemplate = (file: string): unknown =>
  JSON.parse(readFileSync(join(ROOT, file), 'utf8'), (_key, value: unknown) =>
    isInclude(value) ? readTemplate(value.$include) : value,
  );

const isInclude = (value: unknown): value is { $include: string } =>
  typeof value === 'object' && value !== null && typeof (value as { $include?: unknown }).$include === 'string';
