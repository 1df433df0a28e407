import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const meaning = z.object({ command: z.string().nullable(), args: z.record(z.string(), z.unknown()).default({}) });

const phrase = z.object({
  id: z.number(),
  text: z.string(),
  style: z.string(),
  meaning,
  alsoRight: z.array(meaning).default([]),
  mentions: z.array(z.string()).default([]),
  vague: z.array(z.string()).default([]),
  neverSuggest: z.boolean().default(false),
});

export type Phrase = z.infer<typeof phrase>;

/** The phrases of one file: `built-with` shaped the data, `kept-apart` measures, and is for nobody's eyes. */
export const readCorpus = (name: 'built-with' | 'kept-apart'): readonly Phrase[] =>
  readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => phrase.parse(JSON.parse(line)));
