import { z } from 'zod';
import { dotted, joinMarkdown, type Markdown } from '#platform/lib/text.ts';
import { type Fact, fact, markdown } from './view.ts';

/** What became of a rule for what the form holds now: `open` where that is not filled in yet. */
const outcomes = ['passes', 'fails', 'open', 'unread'] as const;
export type Outcome = (typeof outcomes)[number];

/** A rule on one line. */
export interface Check {
  readonly outcome: Outcome;
  readonly text: Markdown;
}

export interface FormPreview {
  readonly title: string;
  readonly checks: readonly Check[];
  readonly facts: readonly Fact[];
}

/** One of the things that a form sends together, with the rules that it passes and fails. */
export interface FormLine {
  readonly title: string;
  /** Of all its rules together. */
  readonly outcome: Outcome;
  readonly checks: readonly Check[];
  readonly note: Markdown;
}

const MARKS = { passes: '✓', fails: '✗', open: '–', unread: '?' } as const;
const TONES = { passes: 'Good', fails: 'Attention', open: 'Default', unread: 'Warning' } as const;

/** A check with its mark and the colour of that. */
const check = z
  .object({ outcome: z.enum(outcomes), text: markdown })
  .transform(({ outcome, text }) => ({ mark: MARKS[outcome], tone: TONES[outcome], text }));

/** A template's view of a preview. */
export const previewView = z.object({ title: z.string(), checks: z.array(check), facts: z.array(fact) });

const isOpen = ({ outcome }: Check): boolean => outcome !== 'passes';
const textOf = (checks: readonly Check[]): Markdown =>
  dotted(...checks.map(({ outcome, text }) => joinMarkdown([MARKS[outcome], text])));

/** The same of a line: what does not pass stands first. */
export const lineView = z
  .object({
    title: z.string(),
    outcome: z.enum(outcomes),
    checks: z.array(z.object({ outcome: z.enum(outcomes), text: markdown })),
    note: markdown,
  })
  .transform(({ title, outcome, checks, note }) => ({
    title,
    mark: `${MARKS[outcome]} `,
    tone: TONES[outcome],
    open: textOf(checks.filter(isOpen)),
    rest: dotted(textOf(checks.filter((one) => !isOpen(one))), note),
  }));
