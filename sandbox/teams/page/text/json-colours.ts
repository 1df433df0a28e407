interface JsonPiece {
  readonly text: string;
  readonly kind: 'key' | 'string' | 'value' | 'other';
}

const token = /("(?:[^"\\]|\\[\s\S]?)*(?:"|$))(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Indented JSON in pieces to colour; together they are the whole text. */
export const jsonPieces = (json: string): JsonPiece[] => {
  const pieces: JsonPiece[] = [];
  let end = 0;
  for (const match of json.matchAll(token)) {
    const [text, string, colon = ''] = match;
    if (match.index > end) pieces.push({ text: json.slice(end, match.index), kind: 'other' });
    if (!string) pieces.push({ text, kind: 'value' });
    else pieces.push({ text: string, kind: colon ? 'key' : 'string' });
    if (colon) pieces.push({ text: colon, kind: 'other' });
    end = match.index + text.length;
  }
  return end < json.length ? [...pieces, { text: json.slice(end), kind: 'other' }] : pieces;
};
