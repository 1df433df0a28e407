import { z } from 'zod';
import { lenient, word } from '../response/lenient.ts';

/** UTF-16 indices, both inclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface AlignedWord {
  readonly source: TextRange;
  readonly target: TextRange;
}

const PAIR = /^(\d+):(\d+)-(\d+):(\d+)$/;

/** `0:2-4:6 4:8-0:2` (document 3, Alignment string format); empty where the vendor has no alignment. */
const alignment = z.string().transform((projection): readonly AlignedWord[] =>
  projection.split(' ').flatMap((pair) => {
    const [, ...ends] = PAIR.exec(pair) ?? [];
    const [from = Number.NaN, to = Number.NaN, start = Number.NaN, end = Number.NaN] = ends.map(Number);
    return ends.length === 0 ? [] : [{ source: { start: from, end: to }, target: { start, end } }];
  }),
);

const lengths = z.array(z.int().min(0));

const translation = lenient({
  to: z.string().min(1),
  text: z.string(),
  transliteration: lenient({ script: z.string(), text: z.string() }).optional(),
  alignment: lenient({ proj: alignment })
    .transform(({ proj }) => proj)
    .optional(),
  sentLen: lenient({ srcSentLen: lengths, transSentLen: lengths }).optional(),
});

const result = lenient({
  detectedLanguage: lenient({ language: z.string().min(1), score: z.number() }).optional(),
  translations: z.array(translation),
  sourceText: lenient({ text: z.string() })
    .transform(({ text }) => text)
    .optional(),
});

/** A header that lists one word for each target. */
const systems = z
  .string()
  .transform((list) => list.split(',').map((name) => name.trim()))
  .pipe(z.array(word('Custom', 'Team')));

const headers = z.object({
  'x-requestid': z.string().optional(),
  'x-mt-system': systems.optional(),
  'x-metered-usage': z.coerce.number().optional().catch(undefined),
});

/** The whole answer: results in the order of the texts, and what its headers say. */
export const translationAnswer = z
  .object({ headers, body: z.array(result) })
  .transform(({ headers: said, body: results }) => ({
    results,
    requestId: said['x-requestid'],
    /** One for each target: `Custom` where a system of one's own took part, else `Team`. */
    systems: said['x-mt-system'] ?? [],
    /** Characters that the request is charged with; undefined where the vendor does not say. */
    meteredUsage: said['x-metered-usage'],
  }));

export type TranslationAnswer = z.infer<typeof translationAnswer>;
export type TranslationResult = TranslationAnswer['results'][number];
export type Translation = TranslationResult['translations'][number];
