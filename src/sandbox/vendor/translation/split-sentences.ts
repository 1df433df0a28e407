/**
 * Sentences in their order, each with the space after it: together they are the text.
 * @param spaced sentences stand apart as words do, so that the question mark inside an address ends none
 */
export const splitSentences = (text: string, locale: string, spaced: boolean): readonly string[] => {
  const sentences: string[] = [];
  for (const { segment } of new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(text)) {
    const before = sentences.at(-1);
    if (spaced && before !== undefined && !/\s$/.test(before)) sentences[sentences.length - 1] = before + segment;
    else sentences.push(segment);
  }
  return sentences;
};
