/** What can be pressed on a translation; the data are its id, and a page or a language. */
export const translationVerbs = {
  page: 'translation.page',
  show: 'translation.show',
  from: 'translation.from',
  curious: 'translation.curious',
  texts: 'translation.texts',
  change: 'translation.change',
} as const;
