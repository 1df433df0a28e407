/** So long a word may not fit beside its label on a phone. */
const LONG = /\S{16,}/g;
/** After a mark within a name, before a bracket, and where a new word of it begins. */
const JOINT = /(?<=[\w)\]][/.:=@_-])(?=[\w[(])|(?<=\w)(?=\[)|(?<=[a-z])(?=[A-Z])/g;

/** What has no such place for longer than this breaks anywhere. */
const UNBROKEN = /[^\u200b]{24}(?=[^\u200b])/gu;

/** The same text with places where a line may break, in names that are longer than a line: images, ids, ways. */
export const breakable = (text: string): string =>
  text.replace(LONG, (word) => word.replace(JOINT, '\u200b').replace(UNBROKEN, '$&\u200b'));
