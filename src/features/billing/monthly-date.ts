const LAST_DAY = 31;

/** “the 5th”, “5”, “last day”: undefined for anything else. */
export const parseDay = (written: string): number | undefined => {
  const said = written
    .trim()
    .toLowerCase()
    .replace(/^(the|day)\s+/, '');
  if (/^last( day)?( of the month)?$/.test(said)) return LAST_DAY;
  if (/^first( day)?( of the month)?$/.test(said)) return 1;
  const [, digits = ''] = /^(\d{1,2})(?:st|nd|rd|th|\.)?(?: of (?:the|each|every) month)?$/.exec(said) ?? [];
  const day = Number(digits);
  return day >= 1 && day <= LAST_DAY ? day : undefined;
};
