const LONGEST = 20_000;

/**
 * A copy to look at: the secret part of an upload's address and anything like a bearer token are starred, and a text
 * beyond 20,000 characters is cut.
 */
export const redact = (value: unknown): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redact(inner)]));
};

const redactText = (text: string): string => {
  const starred = text
    .replace(/(\/files\/upload\/)[^/?#\s"]+/g, '$1***')
    .replace(/\b(Bearer )[\w.~+/-]{8,}=*/gi, '$1***');
  return starred.length > LONGEST ? `${starred.slice(0, LONGEST)}… (${starred.length} characters)` : starred;
};
