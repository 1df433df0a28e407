const dayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const dayWithYearFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });
const clockFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const secondFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

const dayKey = (date: Date): string => `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;

/** Time of day in the browser's zone and language, as the card renderer writes it too. */
export const clockTime = (iso: string): string => clockFormat.format(new Date(iso));

/** With seconds, for a log. */
export const secondTime = (iso: string): string => secondFormat.format(new Date(iso));

export const fullTime = (iso: string): string => fullFormat.format(new Date(iso));

export const isSameDay = (a: string, b: string): boolean => dayKey(new Date(a)) === dayKey(new Date(b));

/** "Today", "Yesterday" or the date, with the year when it is another one. */
export const dayLabel = (iso: string, now: Date): string => {
  const date = new Date(iso);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayKey(date) === dayKey(now)) return 'Today';
  if (dayKey(date) === dayKey(yesterday)) return 'Yesterday';
  return (date.getFullYear() === now.getFullYear() ? dayFormat : dayWithYearFormat).format(date);
};
