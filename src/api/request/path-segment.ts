// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f/\\?#%]/;
export const GUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LONGEST = 260;

export const isGuid = (text: string): boolean => GUID_PATTERN.test(text);

/** True for text that may stand as one segment of a path: it cannot leave its place, whoever decodes it how often. */
export const isSegment = (text: string): boolean =>
  text !== '' && text.length <= LONGEST && text !== '.' && text !== '..' && !UNSAFE.test(text) && text.isWellFormed();

/**
 * The one way text gets into a path.
 * @throws RangeError that does not repeat the text
 */
export const encodeSegment = (text: string): string => {
  if (!isSegment(text)) throw new RangeError('text that cannot be one segment of a path');
  return encodeURIComponent(text);
};

/** A slash-separated id, encoded segment by segment; keeps its leading slash. */
export const encodeId = (id: string): string =>
  id
    .split('/')
    .map((segment, index) => (index === 0 && segment === '' ? '' : encodeSegment(segment)))
    .join('/');
