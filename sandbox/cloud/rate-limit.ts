import { type Clock, SECOND } from '../../src/platform/lib/clock.ts';

/** A token bucket for each key: `size` at once, `perSecond` coming back. */
interface RateLimit {
  /** @returns what is left after this call, or the whole seconds to wait when nothing was. */
  take(kind: 'read' | 'write', key: string): { readonly left: number } | { readonly waitSeconds: number };
}

const sizes = { read: { size: 250, perSecond: 25 }, write: { size: 200, perSecond: 10 } } as const;

/** The vendor's limits, one bucket for each subscription, principal and kind (docs/sources.md, Errors and limits). */
export const createRateLimit = (clock: Clock): RateLimit => {
  const buckets = new Map<string, { level: number; at: number }>();
  return {
    take: (kind, key) => {
      const { size, perSecond } = sizes[kind];
      const now = clock.now();
      const bucket = buckets.get(`${kind} ${key}`) ?? { level: size, at: now };
      const back = (Math.max(0, now - bucket.at) / SECOND) * perSecond;
      const level = Math.min(size, bucket.level + back);
      const taken = level >= 1 ? 1 : 0;
      buckets.set(`${kind} ${key}`, { level: level - taken, at: now });
      return taken ? { left: Math.floor(level - 1) } : { waitSeconds: Math.ceil((1 - level) / perSecond) };
    },
  };
};
