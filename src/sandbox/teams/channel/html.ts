/** A text with `<at>` mentions as HTML; `mark` gives the element that stands for each mention, by its order. */
export const toHtml = (
  text: string,
  mentions: readonly { readonly text: string; readonly name: string }[],
  mark: (escapedName: string, index: number) => string,
): string =>
  mentions.reduce(
    (html, mention, index) => html.replace(escapeHtml(mention.text), () => mark(escapeHtml(mention.name), index)),
    escapeHtml(text).replaceAll('\n', '<br>'),
  );

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
