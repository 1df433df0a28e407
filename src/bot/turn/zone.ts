import type { VerifiedActivity } from '#bot/gate/activity.ts';
import { createLru } from '#platform/lib/cache.ts';
import { offsetAt } from '#platform/lib/local-time.ts';

/** The time zone in which a person writes and reads. */
export interface PersonZone {
  /** IANA name, or an offset such as `+05:30`. */
  readonly zone: string;
  /** Where the client did not say it: `guessed` from what else is there; `unknown`: UTC, which is no person's own zone. */
  readonly zoneIs?: 'guessed' | 'unknown';
}

/** @param zones the names that the client sent; some phones send none, but the local time still has its offset */
export type Zones = (activity: VerifiedActivity, zones: readonly (string | undefined)[], now: number) => PersonZone;

/** More people than write to one process in a day. */
const MOST = 10_000;

/** The zone that the client names; the offset of the local time; the zone that the person was last seen in by this process. */
export const createZones = (): Zones => {
  const lastSeen = createLru<{ zone?: string }>(MOST);
  return ({ from, localTimestamp = '' }, zones, now) => {
    const last = lastSeen((from.aadObjectId ?? from.id).toLowerCase(), () => ({}));
    const own = zones.map((name) => (name ? validZone(name) : undefined)).find((name) => name !== undefined);
    if (own !== undefined) {
      last.zone = own;
      return { zone: own };
    }
    const offset = /[+-]\d\d:\d\d$/.exec(localTimestamp)?.[0];
    const told = offset && validZone(offset);
    // The name also knows when the clocks change.
    if (told && last.zone && offsetAt(last.zone, now) === offsetAt(told, now))
      return { zone: last.zone, zoneIs: 'guessed' };
    const guess = told ?? last.zone;
    return guess ? { zone: guess, zoneIs: 'guessed' } : { zone: 'UTC', zoneIs: 'unknown' };
  };
};

/** Time zones by the names received; a lookup costs as much as reading the rest of the turn. */
const known = createLru<{ readonly zone: string | undefined }>(1_000);

const validZone = (name: string): string | undefined => known(name, () => ({ zone: findZone(name) })).zone;

const findZone = (name: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};
