const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Other texts of which a loose decoder reads the same signature: another last letter, whose lowest four bits belong to no byte of the 256
 * of RS256, padding, blanks, and the other alphabet of base64.
 */
export const respellings = (jwt: string): readonly string[] => {
  const [signed, signature] = [jwt.slice(0, jwt.lastIndexOf('.') + 1), jwt.slice(jwt.lastIndexOf('.') + 1)];
  const last = LETTERS.indexOf(signature.slice(-1));
  const others = [...LETTERS].filter((_, at) => at >> 4 === last >> 4 && at !== last);
  const otherAlphabet = signature.replaceAll('-', '+').replaceAll('_', '/');
  return [
    ...others.map((letter) => `${jwt.slice(0, -1)}${letter}`),
    ...['=', '==', '\n', '\r\n', ' ', '\t'].map((end) => `${jwt}${end}`),
    ...['\n', ' '].map((blank) => `${signed}${signature.slice(0, 40)}${blank}${signature.slice(40)}`),
    ...(otherAlphabet === signature ? [] : [`${signed}${otherAlphabet}`]),
  ];
};
