/** What TypeScript's library does not know yet: a JSON number by its text, and the text of a number that is parsed. */
interface ExactJson {
  rawJSON(text: string): unknown;
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
}

const json = JSON as unknown as ExactJson;

/** A number that JSON.stringify writes digit by digit as it stands here. */
export const exactNumber = (text: string): unknown => json.rawJSON(text);

/** JSON whose numbers are written again with the very digits that they had. */
export const parseExactly = (text: string): unknown =>
  json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? exactNumber(source) : value,
  );
