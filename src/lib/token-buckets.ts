/** So many at once, and as many more spread evenly over so many milliseconds. */
export interface Rate {
  readonly count: number;
  readonly within: number;
}

/** Token buckets by key, in memory. */
export interface Buckets {
  /**
   * Whether one more would be too many. An empty bucket stays shut until it is half full again: whoever comes too fast
   * waits once and can then go on, and is not let in and refused by turns.
   * @returns until when nothing is taken, in milliseconds since 1970; undefined where one more fits
   */
  shutUntil(key: string, rate: Rate, now: number): number | undefined;
  take(key: string, rate: Rate, now: number): void;
}

interface Bucket {
  level: number;
  /** When the level was right. */
  at: number;
  shutUntil: number;
}

/**
 * @param most buckets at once. Beyond it the one that nobody has asked for longest is forgotten, which by then is the
 *   fullest: whoever comes too fast is never the one.
 */
export const createBuckets = (most: number): Buckets => {
  const buckets = new Map<string, Bucket>();

  const filled = (key: string, { count, within }: Rate, now: number): Bucket => {
    const bucket = buckets.get(key) ?? { level: count, at: now, shutUntil: now };
    // A clock that was set back adds nothing, and shuts nobody out for longer than a shut bucket takes.
    const since = Math.max(0, now - bucket.at);
    bucket.level = Math.min(count, bucket.level + (since * count) / within);
    bucket.at = now;
    bucket.shutUntil = Math.min(bucket.shutUntil, now + within / 2);
    buckets.delete(key);
    buckets.set(key, bucket);
    const [oldest] = buckets.keys();
    if (buckets.size > most && oldest !== undefined) buckets.delete(oldest);
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
