import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { z } from 'zod';

/** The JSON of a template for one view. */
type Expand = (view: unknown) => unknown;

type Scope = Readonly<Record<string, unknown>>;
type Draw = (scope: Scope) => unknown;
/** An element of a list may produce none, one or many. */
type DrawInto = (scope: Scope, into: unknown[]) => void;

/** Internal to `compileTemplate`: this template needs the full template language. */
class NotPlain extends Error {}

const VALUE = /^\$\{(\w+)\}$/;
const IS_WORD = /^\$\{(\w+) (==|!=) '(\w*)'\}$/;
const HAS_SOME = /^\$\{count\((\w+)\) > 0\}$/;

/**
 * Compiles a template into functions, so that rendering evaluates no expressions: a row takes about a fortieth of the time.
 * It supports what our templates use: `${name}` as a whole value, and, on elements of lists, `$data` with a name and `$when`
 * with a comparison to a word or a count. The result equals that of adaptivecards-templating; a test compares them for
 * every template.
 * @returns undefined for a template with anything else
 */
export const compileTemplate = (template: unknown): Expand | undefined => {
  try {
    const draw = compile(template);
    return (view) => draw(view as Scope);
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
};

const compile = (node: unknown): Draw => {
  if (typeof node === 'string') return compileText(node);
  if (Array.isArray(node)) return compileList(node);
  if (typeof node === 'object' && node !== null) return compileObject(node);
  return () => node;
};

const compileText = (text: string): Draw => {
  const name = VALUE.exec(text)?.[1];
  if (name !== undefined) return (scope) => scope[name] ?? text;
  if (text.includes('${')) throw new NotPlain();
  return () => text;
};

const compileList = (list: readonly unknown[]): Draw => {
  const elements = list.map(compileElement);
  return (scope) => {
    const into: unknown[] = [];
    for (const draw of elements) draw(scope, into);
    return into;
  };
};

const compileElement = (element: unknown): DrawInto => {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) {
    const draw = compile(element);
    return (scope, into) => into.push(draw(scope));
  }
  const { $data, $when, ...rest } = element as Scope;
  const draw = compileObject(rest);
  const shown = $when === undefined ? undefined : compileCondition($when);
  const one: DrawInto = (scope, into) => {
    if (shown === undefined || shown(scope)) into.push(draw(scope));
  };
  if ($data === undefined) return one;
  const items = VALUE.exec(String($data))?.[1];
  if (items === undefined) throw new NotPlain();
  return (scope, into) => {
    for (const item of scope[items] as readonly Scope[]) one(item, into);
  };
};

const compileObject = (object: object): Draw => {
  const fields = Object.entries(object).map(([name, node]): [string, Draw] => {
    if (name.startsWith('$') && name !== '$schema') throw new NotPlain();
    return [name, compile(node)];
  });
  return (scope) => {
    const drawn: Record<string, unknown> = {};
    for (const [name, draw] of fields) drawn[name] = draw(scope);
    return drawn;
  };
};

const compileCondition = (condition: unknown): ((scope: Scope) => boolean) => {
  const [, word, operator, wanted] = IS_WORD.exec(String(condition)) ?? [];
  if (word !== undefined) return (scope) => (scope[word] === wanted) === (operator === '==');
  const list = HAS_SOME.exec(String(condition))?.[1];
  if (list === undefined) throw new NotPlain();
  return (scope) => (scope[list] as readonly unknown[]).length > 0;
};

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

const ROOT = join(import.meta.dirname, '..', '..', 'cards');

/**
 * Binds a template to its view. Views have only final strings, numbers and booleans: the template decides only what to
 * leave out, and data are expanded once, so `${` in a person's text stays text.
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

/** Teams drops a message that is too large. Sources say 28 to 100 KB of UTF-16, so the smallest figure counts. */
export const MAX_PAYLOAD_BYTES = 28 * 1024;

/** Bytes of a JSON text as Teams counts them: two for each UTF-16 unit. */
export const utf16Bytes = (json: string): number => json.length * 2;

/** The same for a payload that is not serialised yet. */
export const payloadBytes = (payload: unknown): number => utf16Bytes(JSON.stringify(payload));

/** A card is not the whole message: its activity, its toast and Teams' own fields need some of the space. */
export const MAX_CARD_BYTES = MAX_PAYLOAD_BYTES - 2_048;
const SMALLEST = 0.01;

/**
 * The fullest card that is small enough for Teams.
 * @param draw renders the card with a share of its possible content, 1 for all of it
 */
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
