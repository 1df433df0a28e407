const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands in HTML, in an attribute too. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => escapes[mark] ?? '');

const references = new Map(Object.entries(escapes).map(([mark, reference]) => [reference, mark]));

/** A text that a service escaped once too often: `&amp;` and `&#39;` are what they stand for. Nothing else is read as HTML. */
export const unescapeHtml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (reference) => references.get(reference) ?? reference);

/** The value of a cookie in the Cookie header of a request (RFC 6265, 5.4); undefined without it. */
export const cookieIn = (header: string | undefined, name: string): string | undefined => {
  const start = `${name}=`;
  const pair = header?.split('; ').find((one) => one.startsWith(start));
  return pair?.slice(start.length);
};
