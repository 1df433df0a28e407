import { z } from 'zod';
import type { Markdown } from '../lib/text.ts';

/** A view field that a TextBlock or Fact shows: only text made for Markdown fits it. */
export const markdown = z.custom<Markdown>((value) => typeof value === 'string');

/** A button that does something. Older clients send no verb but only data, so the fallback's data hold it too. */
export const button = z
  .object({
    title: z.string(),
    verb: z.string(),
    data: z.record(z.string(), z.union([z.string(), z.number()])),
  })
  .transform((said) => ({ ...said, submit: { verb: said.verb, ...said.data } }));

/** A button that opens a dialog, which only whoever presses it sees. */
export const dialogButton = button.transform(({ title, submit }) => ({
  title,
  submit: { msteams: { type: 'task/fetch' }, ...submit },
}));

/** A line of a FactSet; `none` takes the place of a list that has nothing to say. */
export const fact = z.object({ title: z.string(), value: markdown, long: z.enum(['', 'yes']).default('') });
export type Fact = z.input<typeof fact>;

/** Letters without a place where a line may break; more of them do not fit beside a label on a phone. */
const UNBROKEN = /[^\s/-]{23}/;

/**
 * Marks what is too long for a FactSet on a phone: its template shows that below, where a client may break a line anywhere,
 * while it cuts off what is too wide for a FactSet.
 */
export const measured = (facts: readonly Fact[]): Fact[] =>
  facts.map(({ title, value }) => ({
    ...{ title, value },
    long: UNBROKEN.test(title) || UNBROKEN.test(value) ? 'yes' : '',
  }));

/** A moment as each reader's own Teams shows it; whole seconds, or the client leaves the raw text standing. */
export const dateTime = (ms: number): Markdown => {
  const at = new Date(Math.round(ms / 1_000) * 1_000).toISOString().replace('.000Z', 'Z');
  return `{{DATE(${at}, SHORT)}} {{TIME(${at})}}` as Markdown;
};

/** The day alone, for windows of whole days. */
export const date = (ms: number): Markdown => {
  const at = new Date(Math.round(ms / 1_000) * 1_000).toISOString().replace('.000Z', 'Z');
  return `{{DATE(${at}, SHORT)}}` as Markdown;
};

/** How a thing stands, at first sight. */
export type Tone = 'accent' | 'good' | 'attention' | 'warning' | 'default';

/** A state line's ground and letters; a state that calls for nothing still stands on a ground of its own. */
export const toneStyle = (tone: Tone) => ({
  tone: tone === 'default' ? 'emphasis' : tone,
  colour: `${tone.slice(0, 1).toUpperCase()}${tone.slice(1)}`,
});
