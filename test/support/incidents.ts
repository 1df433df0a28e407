import { cloud } from '../../sandbox/world.ts';
import type { Steward } from './steward.ts';

/** Longer than the policy's interval between two polls. */
const POLL_INTERVAL = 10_000;

export interface Stage {
  readonly at: number;
  readonly says: string;
  readonly eventLevel?: string;
  readonly resolves?: readonly string[];
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** The subscriptions that an incident affects. */
export type Reach = 'production' | 'staging' | 'both';

/** An incident at the vendor; the times of its stages are milliseconds from now. */
export const scriptOf = (name: string, reach: Reach, eventLevel: string, ...more: readonly Stage[]) => ({
  name,
  eventType: 'ServiceIssue',
  title: `${name}: payments wait`,
  services: ['App Service'],
  reach,
  begins: -60_000,
  stages: [{ at: 0, eventLevel, spreads: ['West Europe'], says: 'We look into it.' }, ...more],
});

/** The vendor has these incidents and no others. */
export const play = async (
  { vendor }: Pick<Steward, 'vendor'>,
  ...scripts: readonly ReturnType<typeof scriptOf>[]
): Promise<void> => {
  const answer = await fetch(`${vendor.url}/__sandbox/health-events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scripts, alone: true }),
  });
  expect(answer.status).toBe(200);
};

/** Waits until the bot has stored the vendor's current list: a second poll begins when the first is stored. */
export const isRead = async (
  { vendor, clock, until }: Pick<Steward, 'vendor' | 'clock' | 'until'>,
  reach: Exclude<Reach, 'both'>,
): Promise<void> => {
  const path = `${cloud.subscriptions[reach].id}/providers/Vendor.ResourceHealth/events`;
  const polls = () => vendor.faults.seen().filter((request) => request.path.endsWith(path)).length;
  for (const first = polls(); polls() < first + 2; ) {
    const before = polls();
    clock.advance(POLL_INTERVAL);
    await until('another poll', async () => polls() > before);
  }
};
