import { getRoleManagementPolicy } from '../../src/cloud/operations/role-eligibility.ts';
import { SECOND } from '../../src/platform/lib/clock.ts';
import { loadFixture } from '../../test/contract/fixture.ts';
import { perform } from '../upstream/perform.ts';
import type { Upstream } from '../upstream/upstream.ts';

const CALLS_PER_SECOND = 10;
const WELL_S = 60;
const MOST_EXTRA = 0.1;

/**
 * Ten calls a second; after a good minute the vendor is away. What people asked for is nearly all that it hears.
 * @param seconds how long it is away
 */
export const outageViolations = async (upstream: Upstream, seconds: number): Promise<string[]> => {
  const fixture = loadFixture(getRoleManagementPolicy, 'Vendor');
  const good = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fixture.answer.body),
  };
  /** @returns how many calls were made in so many seconds */
  const callFor = async (time: number): Promise<number> => {
    const { clock } = upstream;
    const [start, end] = [clock.now(), clock.now() + time * SECOND];
    let calls = 0;
    for (; clock.now() < end; calls += 1) {
      clock.advance(Math.max(0, start + (calls * SECOND) / CALLS_PER_SECOND - clock.now()));
      await perform(upstream.client.Vendor, getRoleManagementPolicy, fixture.input);
    }
    return calls;
  };
  upstream.answerBy(() => good);
  await callFor(WELL_S);
  upstream.answerBy((turn) => (turn % 2 === 0 ? { status: 503 } : undefined));
  const calls = await callFor(seconds);
  const extra = upstream.arrived().length / calls - 1;
  return extra <= MOST_EXTRA ? [] : [`an outage brought ${Math.round(extra * 100)} % more requests`];
};
