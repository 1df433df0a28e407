import { z } from 'zod';

type Shape = z.core.JSONSchema.BaseSchema;

/** The keys that a schema knows at a path, for "did you mean": read from the JSON Schema that zod makes of it. */
export const keysAt = (schema: z.ZodType, path: readonly (string | number)[]): readonly string[] => {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const found = path.reduce<readonly Shape[]>((shapes, step) => shapes.flatMap(branches).flatMap(below(step)), [root]);
  return [...new Set(found.flatMap(branches).flatMap((shape) => Object.keys(shape.properties ?? {})))];
};

const branches = (shape: Shape): readonly Shape[] => [
  shape,
  ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])].flatMap(branches),
];

const below =
  (step: string | number) =>
  (shape: Shape): readonly Shape[] => {
    const next = typeof step === 'number' ? shape.items : (shape.properties?.[step] ?? shape.additionalProperties);
    return typeof next === 'object' && !Array.isArray(next) ? [next] : [];
  };
