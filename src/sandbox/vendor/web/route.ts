import { Refusal } from '../refusal.ts';

const GREEDY = '{scope}';

/** The path's segments, decoded; a doubled leading slash counts as one. @throws Refusal for a broken escape. */
export const decodeSegments = (path: string): readonly string[] => {
  try {
    return path
      .replace(/^\/+/, '')
      .split('/')
      .map((segment) => decodeURIComponent(segment));
  } catch {
    throw new Refusal(400, 'InvalidRequestUri', 'The path holds a broken percent escape.');
  }
};

/**
 * Reads a path by its template. Fixed words match in any case; `{scope}` takes the segments that the rest leaves over
 * and gives them joined, with a leading slash; other braces take one segment.
 * @returns undefined when the path is another one
 */
export const matchPath = (
  template: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined => {
  const spare = template[0] === GREEDY ? segments.length - template.length + 1 : 0;
  if (template[0] === GREEDY ? spare < 1 : segments.length !== template.length) return undefined;
  const fixed = template[0] === GREEDY ? template.slice(1) : template;
  const params: Record<string, string> = spare > 0 ? { scope: joined(segments.slice(0, spare)) } : {};
  for (const [index, word] of fixed.entries()) {
    const segment = segments[spare + index] ?? '';
    if (word.startsWith('{')) params[word.slice(1, -1)] = segment;
    else if (word.toLowerCase() !== segment.toLowerCase()) return undefined;
  }
  return params;
};

/** A slash that came percent-encoded is part of its segment and does not become a border. */
const joined = (segments: readonly string[]): string =>
  segments.map((segment) => `/${segment.replaceAll('/', '%2F')}`).join('');
