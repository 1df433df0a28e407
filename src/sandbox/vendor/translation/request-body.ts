import { refusal } from './errors.ts';

/** What one request may hold, over all its texts and targets (vendor-facts section 3). */
const MOST_CHARACTERS = 50_000;
const MOST_ELEMENTS = 1_000;

/**
 * The texts of the body, and what the request is charged with: UTF-16 code units, markup included, once for each target.
 * @throws Refusal for another shape and for more than a request may hold
 */
export const readTexts = (
  body: unknown,
  targets: number,
): { readonly texts: readonly string[]; readonly charged: number } => {
  if (body === undefined) throw refusal(400074, 'The body of the request is not valid JSON.');
  if (!Array.isArray(body) || body.length === 0) throw refusal(400000, 'The body must be an array of texts.');
  if (body.length > MOST_ELEMENTS) throw refusal(400072, `The array of texts has more than ${MOST_ELEMENTS} elements.`);
  const texts = body.map(readText);
  if (texts.some((text) => text.length > MOST_CHARACTERS))
    throw refusal(400050, `A text has more than ${MOST_CHARACTERS} characters.`);
  const charged = texts.reduce((sum, text) => sum + text.length, 0) * targets;
  if (charged > MOST_CHARACTERS)
    throw refusal(400077, `The request has more than ${MOST_CHARACTERS} characters over its texts and targets.`);
  return { texts, charged };
};

const readText = (element: unknown): string => {
  if (typeof element !== 'object' || element === null || Array.isArray(element))
    throw refusal(400020, 'An element of the array is not an object.');
  const text = Object.entries(element).find(([name]) => name.toLowerCase() === 'text')?.[1];
  if (typeof text === 'string') return text;
  throw refusal(400005, 'The Text of an element is missing or not a string.');
};
