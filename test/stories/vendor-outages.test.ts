import { dirname, join } from 'node:path';
import { HOUR } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { createVendorSandbox, type VendorSandbox } from '../../sandbox/cloud/vendor-sandbox.ts';
import { buttonsOf } from '../support/card-view.ts';
import { channels, personalChat, type Steward, startSteward, wordsOf } from '../support/steward.ts';
import { ask, cardOf, everyCopy, listedRole, plain, requestApproved, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const operation = 'createEligibilityRequest';

const s = steward();

it('a request whose time ends during an outage fails on every copy, with Fix', async () => {
  s.vendor.faults.set({ kind: 'unavailable', retryAfter: 0, operation });
  const asked = await s.requestApproved('ana', 'contributor on staging for 5 days because I mend payouts');
  await s.until('all quick repeats', async () => s.sentRequests().length >= 4);
  s.clock.advance(HOUR);
  for (const where of everyCopy('ana', asked)) {
    const card = await s.cardOf(asked, 'Not granted', where);
    expect(wordsOf(card)).toContain(shown('changes.failure.timeUp'));
  }
  const own = await s.cardOf(asked, '', channels.general);
  expect(await s.offeredTo('ana', own)).toContain('change.fix');
  s.vendor.faults.clear();
  expect(await s.listedRole('ana', 'staging', 'contributor')).toHaveLength(0);
});

describe('while no vendor answers at its address', () => {
  let away: Steward;
  let back: VendorSandbox;
  beforeAll(async () => {
    away = await startSteward();
    const port = Number(new URL(away.vendor.url).port);
    const store = `sqlite:${join(dirname(away.policyFile), 'vendor.db')}`;
    await away.vendor.stop();
    const { clock } = away;
    const world = { namespace: 'Vendor', clock, ids: randomIds, log: silentLog } as const;
    back = await createVendorSandbox({ ...world, port, store, anyPrincipal: false, listLagMs: 0 });
  });
  afterAll(async () => {
    await away.end();
    await back.stop();
  });

  it('a list reports the error and is asked for again at a press, and an approved request is granted later', async () => {
    const asked = await requestApproved(away, 'ana', 'reader on staging for 5 days because I look');
    await cardOf(away, asked, 'being granted');
    const message = await ask(away, 'ana', 'my access', { where: personalChat('ana') });
    const mine = wordsOf(message);
    expect(buttonsOf(message)).toContainEqual(
      expect.objectContaining({
        title: plain('bot.error.retry'),
        data: expect.objectContaining({ text: 'my access' }),
      }),
    );
    expect(mine).toContain('could not be reached');
    expect(mine).toMatch(/Vendor\.\S+ · id \S+/);

    await back.start();
    away.clock.advance(60_000);
    await cardOf(away, asked, 'Eligible until');
    await away.teams.act('ana', message.id, 'say', { text: 'my access' });
    const title = shown('access.mine.title', { who: 'Ana Rossi' });
    await away.until('the answer', async () =>
      (await away.teams.messages(personalChat('ana'))).some((answer) => wordsOf(answer).includes(title)),
    );
    expect(await listedRole({ vendor: back }, 'ana', 'staging', 'reader')).toHaveLength(1);
  });
});
