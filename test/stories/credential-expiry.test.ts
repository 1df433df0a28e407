import { DAY } from '#platform/lib/clock.ts';
import { channels, type Steward, startSteward, wordsOf } from '../support/steward.ts';

const ENDS = Date.parse('2027-01-07T00:00:00Z');
let s: Steward;

beforeAll(async () => {
  s = await startSteward({
    vendor: (settings) => {
      const { management } = settings;
      if (management?.credential.kind !== 'secret') throw new Error('the sandbox signs in with a secret');
      return { ...settings, management: { ...management, credential: { ...management.credential, endsAt: ENDS } } };
    },
  });
});
afterAll(() => s.end());

/** As Teams shows them, without the signs that escape Markdown. */
const warnings = async (): Promise<readonly string[]> => {
  const said = (await s.teams.messages(channels.alerts)).map((message) => wordsOf(message).replaceAll('\\', ''));
  return said.filter((words) => words.includes('VENDOR_CLIENT_SECRET'));
};

it('the operators’ conversation is told 30, 7 and 1 days before a client secret ends, once each', async () => {
  expect(await warnings()).toEqual([]);
  for (const [index, days] of [30, 7, 1].entries()) {
    s.clock.advance(ENDS - days * DAY - s.clock.now());
    await s.until(`the warning of ${days} days`, async () => (await warnings()).length > index);
  }
  await s.restart();
  s.clock.advance(DAY / 12);
  const told = await warnings();
  expect(told).toHaveLength(3);
  expect(told[0]).toContain(
    'The client secret with which Steward signs in to the cloud (VENDOR_CLIENT_SECRET) ends on 2027-01-07, in 30 days.',
  );
  expect(told[2]).toContain('in one day');
  expect(told.join()).not.toContain('not-a-secret');
});
