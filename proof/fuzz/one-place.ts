import type { Dice } from '../run-on-stores.ts';

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
