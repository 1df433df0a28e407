import { z } from 'zod';
import { DAY } from '#platform/lib/clock.ts';
import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';

/** A view field for a TextBlock or Fact: it takes only Markdown. */
export const markdown = z.custom<Markdown>((value) => typeof value === 'string');

/** A record of zod's for the data of its buttons takes a quarter of a list's whole check. */
const isButtonData = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  !Array.isArray(data) &&
  Object.values(data).every((value) => typeof value === 'string' || typeof value === 'number');

/** What a button does. */
export const buttonShape = z.object({
  title: z.string(),
  verb: z.string(),
  data: z.custom<Readonly<Record<string, string | number>>>(isButtonData),
});

/** Older clients send only data, no verb, so the fallback's data contain the verb too. */
export const withSubmit = <B extends Pick<z.infer<typeof buttonShape>, 'verb' | 'data'>>(said: B) => ({
  ...said,
  submit: { verb: said.verb, ...said.data },
});

/** A button with an action. */
export const button = buttonShape.transform(withSubmit);

/** A button that opens a dialog, which only the person who presses it sees. */
export const dialogButton = button.transform(({ title, submit }) => ({
  title,
  submit: { msteams: { type: 'task/fetch' }, ...submit },
}));

/** Long words without a possible line break: beside a label on a phone, their end would be cut off. */
const UNBROKEN = /[^\s/-]{23}/;

/** A sentence of more letters would be a narrow column beside its label. */
const LONGEST_BESIDE = 80;

/** Teams puts the date in the place of its macro. */
const MACRO = /\{\{[^{}]*\}\}/g;

const isLong = (text: string): boolean => UNBROKEN.test(text) || text.replace(MACRO, '').length > LONGEST_BESIDE;

/** A line of shared/facts.json; what is too long to stand beside its label, or has a second line, stands below it. */
export const fact = z
  .object({ title: z.string(), value: markdown, second: markdown.default(NO_TEXT) })
  .transform(({ title, value, second }) => ({
    title,
    value,
    second,
    long: second !== NO_TEXT || isLong(title) || isLong(value) ? 'yes' : '',
  }));
export type Fact = z.input<typeof fact>;

/** In whole seconds, or the client leaves the raw text standing. */
const wholeSecond = (ms: number): string =>
  new Date(Math.round(ms / 1_000) * 1_000).toISOString().replace('.000Z', 'Z');

/** A moment in each reader's own zone, by Teams: for cards of many readers or days; an answer to one uses `words.moment`. */
export const dateTime = (ms: number): Markdown => `${date(ms)} ${time(ms)}` as Markdown;

/** The day alone, for windows of whole days. */
export const date = (ms: number): Markdown => `{{DATE(${wholeSecond(ms)}, SHORT)}}` as Markdown;

const time = (ms: number): Markdown => `{{TIME(${wholeSecond(ms)})}}` as Markdown;

/** A moment at which the card changes by itself: within a day its time alone says which moment is meant. */
export const untilMoment = (ms: number, now: number): Markdown =>
  ms > now && ms - now < DAY ? time(ms) : dateTime(ms);

/** From one moment to another: of less than a day, the second one needs no date. */
export const span = (from: number, until: number): Markdown =>
  `${dateTime(from)} – ${until - from < DAY ? time(until) : dateTime(until)}` as Markdown;

/** The colour of a state. */
export type Tone = 'accent' | 'good' | 'attention' | 'warning' | 'default';

/** Background and text colour of a state line; the default state has a background too. */
export const toneStyle = (tone: Tone) => ({
  tone: tone === 'default' ? 'emphasis' : tone,
  colour: `${tone.slice(0, 1).toUpperCase()}${tone.slice(1)}`,
});
