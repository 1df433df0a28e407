const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const step = 1_024;

/** A number of bytes in words for people: "640 kB", "1.2 MB"; one digit behind the point below ten. */
export const fileSize = (bytes: number, locale?: string): string => {
  const power = bytes < step ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(step)), units.length - 1);
  const amount = bytes / step ** power;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 0 && amount < 10 ? 1 : 0,
  }).format(amount);
};
