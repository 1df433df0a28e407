import { z } from 'zod';

/** The documented spelling of each name, found by itself and in lower case, and how to go on below it. */
type Spelling = ReadonlyMap<string, { readonly name: string; readonly below: Spelling | undefined }>;

interface Plain {
  readonly schema: z.ZodType;
  readonly spelling: Spelling | undefined;
}

/** What stands behind each lenient object: it is respelled once, from its outermost one, and then read as documented. */
const plains = new WeakMap<z.ZodType, Plain>();

/**
 * An object as the vendor may send it (vendor-facts section 2): field names in any case, null and absent alike, unknown
 * fields dropped.
 */
export const lenient = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, plain: plainOf(field as z.ZodType) }));
  const spelling: Spelling = new Map(
    fields.flatMap(({ name, plain }) =>
      [name.toLowerCase(), name].map((said) => [said, { name, below: plain.spelling }] as const),
    ),
  );
  const documented = z.object(Object.fromEntries(fields.map(({ name, plain }) => [name, plain.schema])));
  // The same fields with the same types: only the respelling of what lies below has moved up here.
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

/** What comes as documented, as nearly everything does, stays the very object: to build it anew costs far more. */
const respell = (value: unknown, spelling: Spelling): unknown => {
  if (Array.isArray(value)) return value.map((item) => respell(item, spelling));
  if (typeof value !== 'object' || value === null) return value;
  const said = value as Readonly<Record<string, unknown>>;
  let known: Record<string, unknown> | undefined;
  for (const name in said) {
    const meant = spelling.get(name) ?? spelling.get(name.toLowerCase());
    if (meant === undefined) continue;
    const field = said[name];
    if (field === null && meant.name !== name) continue;
    const read = field === null ? undefined : meant.below === undefined ? field : respell(field, meant.below);
    if (read === field && meant.name === name) continue;
    known ??= { ...said };
    known[meant.name] = read;
  }
  return known ?? value;
};

/** A word of a documented list, spelled as documented whatever case it came in; an unknown word stays as it is. */
export const word = (...known: readonly string[]) => renamed(new Map(known.map((text) => [text, text])));

/** The same for words that are read as another one. */
export const renamed = (meanings: ReadonlyMap<string, string>) => {
  const known = new Map(
    [...meanings].flatMap(([said, text]) => [said, said.toLowerCase()].map((key) => [key, text] as const)),
  );
  return z.string().overwrite((said) => known.get(said) ?? known.get(said.toLowerCase()) ?? said);
};
