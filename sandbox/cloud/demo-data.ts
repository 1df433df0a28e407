import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDuration } from '../../src/platform/lib/duration.ts';

/** Keys whose values are moments or durations. */
const TIMES = ['at', 'begins', 'ends', 'ago', 'took'];

/** Milliseconds of a text such as -40min or 4d3h; NaN, which no schema takes, where it is none. */
const milliseconds = (text: string): number => {
  const ms = parseDuration(text.replace(/^-/, '')) ?? Number.NaN;
  return text.startsWith('-') ? -ms : ms;
};

/**
 * Reads demo data that stands in a JSON file of this folder.
 * @param names what its `{names}` stand for
 * @param made the value that stands for one of the file, by default itself
 */
export const demoData = <T>(
  file: string,
  names: Readonly<Record<string, string>> = {},
  made: (value: unknown) => unknown = (value) => value,
): T => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const named = text.replace(/\{(\w+)\}/g, (all, name) => names[name] ?? all);
  return JSON.parse(named, (key, value) =>
    TIMES.includes(key) && typeof value === 'string' ? milliseconds(value) : made(value),
  ) as T;
};
