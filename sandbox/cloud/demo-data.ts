import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type Tags } from 'yaml';
import { parseDuration } from '../../src/platform/lib/duration.ts';

/** Keys whose values are moments or durations. */
const TIMES = ['at', 'begins', 'ends', 'ago', 'took'];

/** Milliseconds of a text such as -40min or 4d3h; NaN, which no schema takes, where it is none. */
const milliseconds = (text: string): number => {
  const ms = parseDuration(text.replace(/^-/, '')) ?? Number.NaN;
  return text.startsWith('-') ? -ms : ms;
};

/** Reads demo data that stands in a YAML file of this folder. @param names what its `{names}` stand for */
export const demoData = <T>(file: string, names: Readonly<Record<string, string>> = {}, customTags: Tags = []): T => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8').replace(
    /\{(\w+)\}/g,
    (all, name) => names[name] ?? all,
  );
  const timed = (key: unknown, value: unknown): unknown =>
    TIMES.includes(String(key)) && typeof value === 'string' ? milliseconds(value) : value;
  return parse(text, timed, { customTags }) as T;
};
