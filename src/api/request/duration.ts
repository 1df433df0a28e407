const DAYS: Readonly<Record<string, number>> = { Y: 365, M: 30, W: 7, D: 1, TH: 1 / 24, TM: 1 / 1_440, TS: 1 / 86_400 };
const PATTERN =
  /^P(?=.)(?:(\d+(?:\.\d+)?)Y)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?=.)(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;

/** Days (with fractions) of an ISO 8601 duration, a month as 30 days and a year as 365; undefined for other text. */
export const durationDays = (text: string): number | undefined => {
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  return Object.values(DAYS).reduce((sum, days, index) => sum + Number(match[index + 1] ?? 0) * days, 0);
};

/**
 * The days form that the document writes (document 1, ScheduleInfo.Expiration.Duration).
 * @throws RangeError for anything but a whole number of days from 1 on
 */
export const daysDuration = (days: number): string => {
  if (!Number.isSafeInteger(days) || days < 1) throw new RangeError('a duration is a whole number of days from 1 on');
  return `P${days}D`;
};
