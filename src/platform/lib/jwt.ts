/**
 * Whether this is a JSON Web Token in its one right spelling (RFC 7515, 2 and 7.1; RFC 4648, 3.5): base64url without padding or blanks, with
 * the unused bits of each last letter zero. Decoders accept other spellings of the same bytes, also of a signature.
 */
export const isCanonicalJwt = (text: string): boolean => {
  const parts = text.split('.');
  return parts.length === 3 && parts.every((part) => part !== '' && canonicalBase64(part) === part);
};

const canonicalBase64 = (part: string): string => Buffer.from(part, 'base64url').toString('base64url');
