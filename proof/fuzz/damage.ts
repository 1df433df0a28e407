import { gzipSync } from 'node:zlib';
import type { Dice } from '../lib/dice.ts';
import type { Scripted } from '../upstream/upstream.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const STATUSES = [200, 201, 202, 203, 204, 206, 299, 300, 302, 304, 400, 401, 403, 404, 409, 411, 418, 422, 500, 501];

/** A good answer of which more than one place is wrong, or the way it came. `undefined`: the connection breaks. */
export const breakAnswer = (good: Scripted, text: string, dice: Dice, decoy: string): Scripted | undefined =>
  dice.pick<() => Scripted | undefined>([
    () => ({ ...good, body: text.slice(0, Math.floor(dice.next() * text.length)) }),
    () => ({ ...good, body: '' }),
    () => ({ ...good, body: '  \n' }),
    () => ({ ...good, body: `\ufeff${text}` }),
    () => ({ ...good, body: `${text}${text}` }),
    () => ({ ...good, body: text.replaceAll('"', "'") }),
    () => ({ ...good, body: '['.repeat(20_000) }),
    () => ({ ...good, body: `{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}` }),
    () => ({ ...good, body: Buffer.from(text, 'utf16le') }),
    () => ({ ...good, body: Buffer.concat([Buffer.from(text.slice(0, 20)), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]) }),
    () => ({ ...good, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: gzipSync(text) }),
    () => ({ ...good, headers: { ...JSON_TYPE, 'content-encoding': 'br' }, body: text }),
    () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html><body>Sign in</body></html>' }),
    () => ({ ...good, headers: {}, body: text }),
    () => ({ status: 204, headers: {} }),
    () => ({ ...good, status: dice.pick(STATUSES) }),
    () => ({ status: dice.pick([301, 302, 307, 308]), headers: { location: `${decoy}/` }, body: text }),
    () => ({
      status: dice.pick([429, 503]),
      headers: { 'retry-after': dice.pick(['1', '-1', 'soon', '99999999999', '']) },
    }),
    () => ({ ...good, body: text.replace(/}\s*$/, ',"value":[{"id":7}],"nextLink":5}') }),
    () => ({ ...good, body: text.replace('{', '{"__proto__":{"polluted":true},') }),
    () => ({ ...good, body: 'x'.repeat(5_400_000) }),
    () => undefined,
  ])();

export type Path = readonly (string | number)[];

/** Every place in a JSON value, the whole of it first. */
const placesOf = (value: unknown, path: Path = []): Path[] => {
  const children =
    Array.isArray(value) || (typeof value === 'object' && value !== null)
      ? Object.entries(value).flatMap(([name, child]) =>
          placesOf(child, [...path, Array.isArray(value) ? Number(name) : name]),
        )
      : [];
  return [path, ...children];
};

const deep = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
};

/** An object whose own field is called `__proto__`, as JSON may hold. */
const polluting = (): unknown =>
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');

const REMOVED = Symbol('removed');

const replacements = (dice: Dice, decoy: string): unknown =>
  dice.pick<() => unknown>([
    () => null,
    () => REMOVED,
    () => '',
    () => true,
    () => -1,
    () => 1e308,
    () => Number.MAX_SAFE_INTEGER * 2,
    () => 0.1,
    () => [],
    () => ({}),
    () => [null],
    () => 'x'.repeat(70_000),
    () => '\u0000\ud800\u202e',
    () => deep(400),
    () => polluting(),
    () => `${decoy}/next`,
    () => '2026-13-45T99:99:99Z',
    () => '<at>everyone</at>',
    () => '../..',
    () => [[[]]],
  ])();

const replaced = (value: unknown, path: Path, by: unknown): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? replaced(item, rest, by) : item));
  const entries = Object.entries(value as object).flatMap(([name, field]) => {
    if (name !== step) return [[name, field]];
    const changed = replaced(field, rest, by);
    return changed === REMOVED ? [] : [[name, changed]];
  });
  return Object.fromEntries(entries);
};

/** The value with one place changed, as text, and where that is. */
export const damageOnePlace = (
  value: unknown,
  dice: Dice,
  decoy: string,
): { readonly text: string; readonly path: Path } => {
  const path = dice.pick(placesOf(value));
  const by = replacements(dice, decoy);
  const text = JSON.stringify(replaced(value, path, by), (_key, field) => (field === REMOVED ? null : field));
  return { text, path };
};
