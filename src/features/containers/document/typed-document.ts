/** The start of a document: a brace, a fence, or a line with a field. Lines start with spaces, never with line breaks. */
export const DOCUMENT_START =
  /(?:^|\s)(?:\[\s*)?\{|^[ \t\u00a0]*(?:```|---|["']?[A-Za-z]\w*["']?[ \t\u00a0]*:(?=\s|$))/m;
const FENCE = /^[ \t\u00a0]*```\w*[ \t]*$/gm;

/**
 * A document as typed, without fences and blank lines around it; the first line keeps its indentation, which YAML counts.
 * @param code the message's code block, which preserves its lines better than its text
 */
export const readTypedDocument = (typed: string, code = typed): string => {
  const document = code.replace(FENCE, '');
  const begun = document.trimStart();
  return (/^[[{]/.test(begun) ? begun : document.replace(/^\n+/, '')).trimEnd();
};
