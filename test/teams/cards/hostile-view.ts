import { z } from 'zod';
import { escapeMarkdown } from '#platform/lib/text.ts';
import { type Fact, fact, markdown } from '#teams/cards/view.ts';

/** Strings of a view that a program reads: they are never a person's. */
const NO_TEXT = new Set(['id', 'kind', 'tone', 'style', 'spacing', 'colour', 'verb', 'url', 'change', 'form', 'data']);

/**
 * A view of the same shape with foreign words in the place of each text that says something: escaped where the card
 * reads Markdown, as views must be made, and as they came everywhere else.
 */
export const hostileView = (schema: unknown, view: unknown, words: () => string, name = ''): unknown => {
  // A word of ours out of a few.
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return view;
  if (schema instanceof z.ZodDefault) return hostileView(schema.unwrap(), view, words, name);
  if (schema === fact) return hostileFact(view as Fact, words);
  if (typeof view === 'string') {
    if (view === '' || NO_TEXT.has(name)) return view;
    return schema === markdown ? escapeMarkdown(words()) : words();
  }
  if (schema instanceof z.ZodPipe) return hostileView(schema.in, view, words, name);
  if (Array.isArray(view) && schema instanceof z.ZodArray) {
    return view.map((item) => hostileView(schema.element, item, words, name));
  }
  if (typeof view === 'object' && view !== null && schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, unknown>> = schema.shape;
    return Object.fromEntries(
      Object.entries(view).map(([key, value]) => [
        key,
        NO_TEXT.has(key) ? value : hostileView(shape[key], value, words, key),
      ]),
    );
  }
  return view;
};

/** Escaped and without a break, they still stand beside a label. */
const SHORT = 7;

/** Foreign words of about the length of the fact's own: what is long gets other nodes than what is short. */
const hostileFact = (own: Fact, words: () => string): Fact => {
  const isLong = fact.parse(own).long !== '';
  const foreign = (): string => (isLong ? `${words()} ${'x'.repeat(30)}` : [...words()].slice(0, SHORT).join(''));
  return {
    ...{ title: foreign(), value: escapeMarkdown(foreign()) },
    ...(own.second ? { second: escapeMarkdown(foreign()) } : {}),
  };
};
