import { z } from 'zod';
import { malformedAnswer } from '#cloud/errors/errors.ts';
import type { AnyLong, AnySingle } from '#cloud/operation.ts';
import type { Answer } from '#cloud/transport.ts';

interface Spelling {
  /** The documented spelling of each name, by that spelling and in lower case, and the respelling of its value. */
  readonly names: ReadonlyMap<string, { readonly name: string; readonly below: Spelling | undefined }>;
  /** Whether an unknown field of that name is kept. */
  keeps(name: string): boolean;
}

interface Plain {
  readonly schema: z.ZodType;
  readonly spelling: Spelling | undefined;
}

/** The strict schema behind each lenient object: names are respelled once, from the outermost object on. */
const plains = new WeakMap<z.ZodType, Plain>();

/** An object as the vendor may send it: names in any case, null as absent, unknown fields dropped. @param keeps unknown fields that are kept */
export const lenient = <Shape extends z.ZodRawShape>(shape: Shape, keeps?: Spelling['keeps']) => {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, plain: plainOf(field as z.ZodType) }));
  const names: Spelling['names'] = new Map(
    fields.flatMap(({ name, plain }) =>
      [name.toLowerCase(), name].map((said) => [said, { name, below: plain.spelling }] as const),
    ),
  );
  const spelling: Spelling = { names, keeps: keeps ?? (() => true) };
  const schemas = Object.fromEntries(fields.map(({ name, plain }) => [name, plain.schema]));
  const documented = keeps ? z.looseObject(schemas) : z.object(schemas);
  // The same fields with the same types: only the respelling of nested objects has moved up here.
  const schema = z.preprocess((value) => respell(value, spelling), documented as unknown as z.ZodObject<Shape>);
  plains.set(schema, { schema: documented, spelling });
  return schema;
};

const plainOf = (schema: z.ZodType): Plain => {
  if (schema instanceof z.ZodOptional) return within(schema, schema.unwrap() as z.ZodType, (plain) => plain.optional());
  if (schema instanceof z.ZodArray) return within(schema, schema.element as z.ZodType, (plain) => z.array(plain));
  return plains.get(schema) ?? { schema, spelling: undefined };
};

const within = (schema: z.ZodType, inner: z.ZodType, wrap: (plain: z.ZodType) => z.ZodType): Plain => {
  const { schema: plain, spelling } = plainOf(inner);
  return spelling === undefined ? { schema, spelling } : { schema: wrap(plain), spelling };
};

/** An object that is as documented, as nearly all are, is returned itself: a new one would cost far more. */
const respell = (value: unknown, spelling: Spelling): unknown => {
  if (Array.isArray(value)) return value.map((item) => respell(item, spelling));
  if (typeof value !== 'object' || value === null) return value;
  const said = value as Readonly<Record<string, unknown>>;
  let known: Record<string, unknown> | undefined;
  for (const name in said) {
    const meant = spelling.names.get(name) ?? spelling.names.get(name.toLowerCase());
    const given = said[name];
    const field = isNever(given) ? null : given;
    if (meant === undefined && given !== null && spelling.keeps(name)) continue;
    const read = meant?.below === undefined || field === null ? field : respell(field, meant.below);
    if (read === given && read !== null && meant?.name === name) continue;
    known ??= { ...said };
    if (meant?.name !== name) delete known[name];
    if (meant !== undefined && (read !== null || meant.name === name)) known[meant.name] = read ?? undefined;
  }
  return known ?? value;
};

/** The first and the last moment of .NET, which services write where there is none. */
const isNever = (value: unknown): boolean =>
  typeof value === 'string' && (value.startsWith('0001-01-01T0') || value.startsWith('9999-12-31T'));

/** A word of a documented list in any case, respelled as documented; an unknown word stays as it is. */
export const word = (...known: readonly string[]) => renamed(new Map(known.map((text) => [text, text])));

/** The same for synonyms of documented words. */
export const renamed = (meanings: ReadonlyMap<string, string>) => {
  const known = new Map(
    [...meanings].flatMap(([said, text]) => [said, said.toLowerCase()].map((key) => [key, text] as const)),
  );
  return z.string().overwrite((said) => known.get(said) ?? known.get(said.toLowerCase()) ?? said);
};

/** A number of more than 15 significant digits contains at least so many digits and a point in a row. */
const RUN = 16;

/** A number as a field's value. A quote after a letter or digit ends a text, so no text that looks like a number can match. */
const FIELD_NUMBER = /(?<=\w"\s*:\s*)-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s*[,}])/y;
const BEFORE_A_NUMBER = /[\s:,[]/;

/** Parses JSON with numbers of more than 15 significant digits as their text: a double is exact for shorter ones. @throws SyntaxError */
export const parseExact = (text: string): unknown => {
  const parts: string[] = [];
  let done = 0;
  for (let run = longRun(text, 0); run >= 0; run = longRun(text, Math.max(done, run + RUN))) {
    const from = text[run - 1] === '-' ? run - 1 : run;
    FIELD_NUMBER.lastIndex = from;
    const number = FIELD_NUMBER.exec(text)?.[0];
    if (number === undefined && BEFORE_A_NUMBER.test(text[from - 1] ?? ' ')) return parseCarefully(text);
    if (number === undefined || !isLong(number)) continue;
    parts.push(text.slice(done, from), number);
    done = from + number.length;
  }
  return JSON.parse(done === 0 ? text : [...parts, text.slice(done)].join('"'));
};

/** Start of the next run of at least 16 digits and points, or -1. Only every 16th character is checked: a run has one. */
const longRun = (text: string, from: number): number => {
  for (let place = from + RUN - 1; place < text.length; place += RUN) {
    if (!inRun(text, place)) continue;
    let [start, end] = [place, place + 1];
    while (start > from && inRun(text, start - 1)) start -= 1;
    while (inRun(text, end)) end += 1;
    if (end - start >= RUN) return start;
  }
  return -1;
};

const inRun = (text: string, place: number): boolean => {
  const code = text.charCodeAt(place);
  return code <= 57 && (code >= 48 || code === 46);
};

/** Parses each number with its source text, for the few bodies with a long number elsewhere. Far slower. */
const parseCarefully = (text: string): unknown => JSON.parse(text, keepLongNumbers as Reviver);

/** The third argument is not in TypeScript's library yet. */
type Reviver = (this: unknown, key: string, value: unknown) => unknown;

const keepLongNumbers = (_key: string, value: unknown, { source }: { readonly source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && isLong(source) ? source : value;

const isLong = (number: string): boolean =>
  (number.split(/e/i, 1)[0] ?? '').replace(/[-.]/g, '').replace(/^0+/, '').length > 15;

/** Parses an answer with the operation's schema. @throws VendorError `Vendor.Malformed` */
export const readResponse = (operation: AnySingle | AnyLong, answer: Answer): unknown => {
  const { status, headers, body, ids } = answer;
  const whole = 'reads' in operation && operation.reads === 'answer';
  const read = operation.answer.safeParse(whole ? { status, headers, body } : body);
  if (read.success) return read.data;
  throw malformedAnswer(status, ids, read.error);
};

/** The error for an answer that is not as documented, with the ids from its headers. */
export const inResponse = <T>(answer: Answer, read: () => T): T => {
  try {
    return read();
  } catch (cause) {
    throw malformedAnswer(answer.status, answer.ids, cause);
  }
};
