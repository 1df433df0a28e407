/** Missing in TypeScript's library: a JSON number by its text, and the source text of a parsed number. */
interface ExactJson {
  rawJSON(text: string): unknown;
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
}

const json = JSON as unknown as ExactJson;

/** A number that JSON.stringify writes with exactly these digits. */
export const exactNumber = (text: string): unknown => json.rawJSON(text);

/** Parses JSON so that its numbers are written again with the same digits. */
export const parseExactly = (text: string): unknown =>
  json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? exactNumber(source) : value,
  );
