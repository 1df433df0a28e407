import { HOUR, SECOND } from '../../lib/clock.ts';

/** At most `count` operations in any `ms` milliseconds. */
export interface Window {
  readonly count: number;
  readonly ms: number;
}

/** Teams' limits as this bot keeps them; figures of the policy. */
export interface ChannelLimits {
  /** Per conversation; creating conversations has the same windows, counted apart. */
  readonly perThread: readonly Window[];
  readonly perTenantPerSecond: number;
}

export const defaultChannelLimits: ChannelLimits = {
  perThread: [
    { count: 7, ms: SECOND },
    { count: 8, ms: 2 * SECOND },
    { count: 60, ms: 30 * SECOND },
    { count: 1_800, ms: HOUR },
  ],
  perTenantPerSecond: 25,
};
