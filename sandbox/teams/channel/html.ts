import { markdownToHtml as drawn } from '../page/text/markdown.ts';

export interface Marked {
  readonly text: string;
  readonly name: string;
}

/** A text with `<at>` mentions as HTML; `mark` gives the element of each mention, by its order. */
export const toHtml = (text: string, mentions: readonly Marked[], mark: Mark): string =>
  withMentions(escapeHtml(text).replaceAll('\n', '<br>'), mentions, mark);

/** The same for Markdown, which Teams stores as HTML. HTML inside it is text. */
export const markdownToHtml = (text: string, mentions: readonly Marked[], mark: Mark): string =>
  withMentions(drawn(text).trim(), mentions, mark);

type Mark = (escapedName: string, index: number) => string;

const withMentions = (html: string, mentions: readonly Marked[], mark: Mark): string =>
  mentions.reduce(
    (so, mention, index) => so.replace(escapeHtml(mention.text), () => mark(escapeHtml(mention.name), index)),
    html,
  );

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
