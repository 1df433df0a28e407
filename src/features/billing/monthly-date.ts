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

/** “9:00”, “17”, “9 am”: minutes after midnight; undefined for anything else. */
export const parseTime = (written: string): number | undefined => {
  const [, hours, minutes = '0', half] = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/i.exec(written.trim()) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/pm/i.test(half) ? 12 : 0);
  return hour < 24 ? hour * 60 + Number(minutes) : undefined;
};
