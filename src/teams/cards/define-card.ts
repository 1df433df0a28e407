import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Template } from 'adaptivecards-templating';
import type { z } from 'zod';
import { lazy } from '#platform/lib/cache.ts';

/** An Adaptive Card as JSON. */
export type CardJson = Readonly<Record<string, unknown>>;

/** V: the view that a caller passes; its schema may add fields that only the template needs. */
export interface Card<V> {
  /** Path below cards/, for tests and the card gallery. */
  readonly file: string;
  readonly schema: z.ZodType<unknown, V>;
  /** @throws ZodError when the view lacks a value: that is a bug, never shown to people */
  render(view: V): CardJson;
}

const ROOT = join(import.meta.dirname, '..', '..', '..', 'cards');

/** The library takes 0.2 s to load: never before the port is open, unless a card is drawn by then. */
const library = lazy((): typeof import('adaptivecards-templating') =>
  createRequire(import.meta.url)('adaptivecards-templating'),
);

/** One template for each file; its expressions are parsed once, in up to 30 ms. */
const templates = new Map<string, () => Template>();

const templateOf = (file: string): (() => Template) => {
  const template = templates.get(file) ?? lazy(() => new (library().Template)(readTemplate(file)));
  templates.set(file, template);
  return template;
};

/** Parses all templates, and lets other work run between two of them. A card that is drawn earlier parses its own. */
export const prepareCards = async (): Promise<void> => {
  for (const template of templates.values()) {
    template();
    await setImmediate();
  }
};

/** Binds a template to its view of final values: it decides only what to leave out, and `${` in a person's text stays text. */
export const defineCard = <V>(file: string, schema: z.ZodType<unknown, V>): Card<V> => {
  const template = templateOf(file);
  return {
    file,
    schema,
    render: (view) => template().expand({ $root: schema.parse(view) as object }) as CardJson,
  };
};

/** Reads a template and replaces each `{"$include": "shared/…json"}` by that template, once. */
const readTemplate = (file: string): unknown =>
  JSON.parse(readFileSync(join(ROOT, file), 'utf8'), (_key, value: unknown) =>
    isInclude(value) ? readTemplate(value.$include) : value,
  );

const isInclude = (value: unknown): value is { $include: string } =>
  typeof value === 'object' && value !== null && typeof (value as { $include?: unknown }).$include === 'string';

/** Teams drops a message that is too large. Sources say 28 to 100 KB of UTF-16, so the smallest figure counts. */
export const MAX_PAYLOAD_BYTES = 28 * 1024;

/** Bytes of a JSON text as Teams counts them: two for each UTF-16 unit. */
export const utf16Bytes = (json: string): number => json.length * 2;

/** The same for a payload that is not serialised yet. */
export const payloadBytes = (payload: unknown): number => utf16Bytes(JSON.stringify(payload));

/** A card is not the whole message: its activity, its toast and Teams' own fields need some of the space. */
export const MAX_CARD_BYTES = MAX_PAYLOAD_BYTES - 2_048;
const SMALLEST = 0.01;

/** The fullest card that is small enough for Teams. @param draw renders it with a share of its possible content, 1 for all */
export const fitCard = (draw: (share: number) => CardJson): CardJson => {
  let share = 1;
  for (;;) {
    const card = draw(share);
    if (payloadBytes(card) <= MAX_CARD_BYTES || share < SMALLEST) return card;
    share *= 0.85;
  }
};

/** A share of a number, at least one. */
export const some = (most: number, share: number): number => Math.max(1, Math.round(most * share));
