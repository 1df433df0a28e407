import fields from './fields.json' with { type: 'json' };

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

/** A number with all its digits, from `exactNumber`. */
interface Digits {
  readonly rawJSON: string;
}

type Value = string | boolean | Digits | { readonly [name: string]: Value };

/** One transaction of an answer (spec/1, Transaction). */
export interface TransactionRecord {
  readonly name: string;
  readonly properties: Readonly<Record<string, Value>>;
}

/** The fields for filters and orders: amounts as `tax/value` and `tax/currency`. */
export const fieldNames: readonly string[] = [
  'name',
  ...fields.plain,
  ...fields.amounts.flatMap((amount) => [`${amount}/value`, `${amount}/currency`]),
];

/** A field as text; undefined when the transaction does not have it. */
export const fieldOf = (record: TransactionRecord, field: string): string | undefined => {
  if (field === 'name') return record.name;
  const [name = '', part] = field.split('/');
  const value = record.properties[name];
  return written(part !== undefined && typeof value === 'object' && part in value ? inside(value, part) : value);
};

const inside = (value: object, part: string): Value | undefined => (value as Readonly<Record<string, Value>>)[part];

const written = (value: Value | undefined): string | undefined => {
  if (typeof value === 'object') return 'rawJSON' in value ? String(value.rawJSON) : undefined;
  return value === undefined ? undefined : String(value);
};

/** Every text of the transaction, for the search. */
export const texts = ({ name, properties }: TransactionRecord): readonly string[] => [
  name,
  ...Object.values(properties).filter((value) => typeof value === 'string'),
];
