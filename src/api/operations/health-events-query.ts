import { DAY } from '../../lib/clock.ts';
import { joinConditions, quoted } from '../request/odata.ts';

/** Any of these services or any of these regions, by the vendor's display names. */
export interface HealthFilter {
  readonly services?: readonly string[];
  readonly regions?: readonly string[];
}

/** Conditions joined by `or`, the only way that the document shows (document 2, Endpoints 5); undefined for none. */
export const writeHealthFilter = ({ services = [], regions = [] }: HealthFilter): string | undefined =>
  joinConditions(
    [
      ...services.map((service) => `service eq ${quoted(service)}`),
      ...regions.map((region) => `region eq ${quoted(region)}`),
    ],
    'or',
  );

/**
 * The date, month/day/year, that a listing must begin with to hold everything from a moment's day (in UTC) on. A date
 * alone says no time zone, and its midnight may be half a day off: so it is the day before. What comes too early is for
 * the caller to leave out by `lastUpdateTime`.
 * @param start milliseconds since 1970
 * @throws RangeError for what is no moment
 */
export const writeQueryStartTime = (start: number): string => {
  const [year, month, day] = new Date(start - DAY).toISOString().split(/[-T]/).map(Number);
  return `${month}/${day}/${year}`;
};
