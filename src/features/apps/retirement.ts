import { DAY } from '#platform/lib/clock.ts';
import type { Markdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';

/** The retirement date (docs/sources.md, App management), and the last day of support for analytics and diagnostics. */
const RETIRED = Date.UTC(2025, 2, 31);
const LAST_DAY = Date.UTC(2026, 5, 30);

/** `partly` while analytics and diagnostics, which Steward does not use, are still supported. */
export const retirementAt = (now: number): 'ahead' | 'partly' | 'over' => {
  if (now < RETIRED) return 'ahead';
  return now < LAST_DAY + DAY ? 'partly' : 'over';
};

/** What the retirement means today for users of the service. @param now milliseconds since 1970 */
export const retirementText = (now: number, words: Words): Markdown => {
  const day = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'long', timeZone: 'UTC' });
  const values = { retired: day.format(RETIRED), last: day.format(LAST_DAY) };
  return words.markdown(`apps.retirement.${retirementAt(now)}`, values);
};
