import { createLru } from './cache.ts';

/** The capacity of a bucket, and the milliseconds in which it refills evenly. */
export interface Rate {
  readonly count: number;
  readonly within: number;
}

/** Token buckets by key, in memory. */
interface Buckets {
  /** Takes one token; an empty bucket refuses until it is half full. @returns until when it refuses; undefined when the token is taken */
  shutUntil(key: string, rate: Rate, now: number): number | undefined;
  take(key: string, rate: Rate, now: number): void;
}

interface Bucket {
  level: number;
  /** When the level was computed. */
  at: number;
  shutUntil: number;
}

/** @param most buckets at once; beyond it the least recently used goes, never that of a caller that is too fast. */
export const createBuckets = (most: number): Buckets => {
  const bucketOf = createLru<Bucket>(most);

  const filled = (key: string, { count, within }: Rate, now: number): Bucket => {
    const bucket = bucketOf(key, () => ({ level: count, at: now, shutUntil: now }));
    // A clock that was set back adds no tokens, and makes no refusal longer.
    const since = Math.max(0, now - bucket.at);
    bucket.level = Math.min(count, bucket.level + (since * count) / within);
    bucket.at = now;
    bucket.shutUntil = Math.min(bucket.shutUntil, now + within / 2);
    return bucket;
  };

  return {
    shutUntil(key, rate, now) {
      const bucket = filled(key, rate, now);
      if (bucket.shutUntil <= now && bucket.level < 1) bucket.shutUntil = now + rate.within / 2;
      return bucket.shutUntil > now ? bucket.shutUntil : undefined;
    },
    take(key, rate, now) {
      filled(key, rate, now).level -= 1;
    },
  };
};
