import { createBuckets, type Rate } from '#platform/lib/token-buckets.ts';

const rate: Rate = { count: 4, within: 1_000 };

/** Takes where it may. @returns until when it is shut, or 'taken' */
const use = (buckets: ReturnType<typeof createBuckets>, key: string, now: number): number | 'taken' => {
  const shut = buckets.shutUntil(key, rate, now);
  if (shut === undefined) buckets.take(key, rate, now);
  return shut ?? 'taken';
};

const times = (count: number, work: () => unknown) => Array.from({ length: count }, work);

describe('a bucket', () => {
  it('that is empty stays shut until it is half full again, however often it is asked', () => {
    const buckets = createBuckets(10);
    times(4, () => use(buckets, 'ana', 0));
    expect([0, 100, 499].map((now) => use(buckets, 'ana', now))).toEqual([500, 500, 500]);
    expect([500, 500, 500].map((now) => use(buckets, 'ana', now))).toEqual(['taken', 'taken', 1_000]);
  });

  it('fills evenly, and never beyond its count', () => {
    const buckets = createBuckets(10);
    times(4, () => use(buckets, 'ana', 0));
    expect(use(buckets, 'ana', 250)).toBe('taken');
    const later = times(5, () => use(buckets, 'ana', 60_000));
    expect(later).toEqual(['taken', 'taken', 'taken', 'taken', 60_500]);
  });

  it('of one key takes nothing from another', () => {
    const buckets = createBuckets(10);
    times(5, () => use(buckets, 'ana', 0));
    expect(use(buckets, 'bo', 0)).toBe('taken');
  });

  it('that is shut opens in time after the clock was set back', () => {
    const buckets = createBuckets(10);
    times(5, () => use(buckets, 'ana', 3_600_000));
    expect(use(buckets, 'ana', 0)).toBe(500);
    expect(use(buckets, 'ana', 500)).toBe('taken');
  });
});

describe('beyond the most buckets', () => {
  it('whoever comes too fast is not forgotten for others who come', () => {
    const buckets = createBuckets(3);
    times(4, () => use(buckets, 'fast', 0));
    const others = times(100, () => 0).map((_, n) => {
      use(buckets, `other ${n}`, 0);
      return use(buckets, 'fast', 0);
    });
    expect(new Set(others)).toEqual(new Set([500]));
  });

  it('the one that nobody has asked for longest is forgotten', () => {
    const buckets = createBuckets(2);
    times(5, () => use(buckets, 'first', 0));
    for (const key of ['second', 'third']) use(buckets, key, 0);
    expect(use(buckets, 'first', 0)).toBe('taken');
  });
});
