import pg from 'pg';
import { describeStoreUrls } from '../support/database.ts';
import { fillDisk, watchDisks } from '../support/full-disk.ts';
import { openPostgresProxy, type PostgresProxy } from '../support/postgres-proxy.ts';
import { wordsOf } from '../support/steward.ts';
import { historyOf, inStore, isIdle, violations } from '../support/store-invariants.ts';
import { answerOf, plain, type RequestRef, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

/** What Teams gives a press. */
const TEAMS_WAITS_MS = 5_000;

describeStoreUrls((kind, url) => {
  let wire: PostgresProxy | undefined;
  const stopWatching = watchDisks();

  beforeAll(async () => {
    if (kind === 'postgres') wire = await openPostgresProxy(url());
  });
  const s = steward(() => ({ databaseUrl: wire?.url ?? url() }));
  afterAll(async () => {
    await wire?.close();
    stopWatching();
  });

  const readiness = async () => {
    const response = await fetch(`${s.url}/readyz`);
    return [response.status, await response.json()];
  };
  const isReady = () => s.until('ready', async () => (await readiness())[0] === 200);

  const done = async (asked: RequestRef): Promise<string[]> => {
    await s.cardOf(asked, 'Eligible until');
    const store = { databaseUrl: url() };
    await s.until('all quiet', () => inStore(store, isIdle));
    return inStore(store, async (db) => [...(await violations(db)), ...(await historyOf(db, asked.ref))]);
  };
  /** Bo presses on the view that came before the trouble. */
  const approve = async (asked: RequestRef): Promise<string> =>
    answerOf(await s.pressUnoffered('bo', await s.cardOf(asked, 'Waiting'), 'change.approve'));
  const GRANTED = ['asked', 'approved', 'sending', 'done'];
  const sentence = (place: string) => `reader on ${place} for 5 days because I fix payouts`;

  if (kind === 'sqlite') {
    describe('while the disk is full', () => {
      beforeAll(() => fillDisk(url(), true));
      afterAll(() => fillDisk(url(), false));

      it('a message is answered with the error, and the process is not ready', async () => {
        expect(wordsOf(await s.ask('ana', 'my access'))).toContain(shown('storage.error.full'));
        expect(await readiness()).toEqual([503, { status: 'unavailable', reason: 'store-full' }]);
      });
    });

    it('a press on a full disk is answered with the error, and works once there is room', async () => {
      const asked = await s.requestRole('ana', sentence('payments'));
      await s.cardOf(asked);
      fillDisk(url(), true);
      const answer = await approve(asked);
      fillDisk(url(), false);
      expect(answer).toContain(plain('storage.error.full'));
      expect(answer).toMatch(/Store\.Full, id \S+\)/);
      await isReady();
      await s.pressApprove('bo', asked);
      expect(await done(asked)).toEqual(GRANTED);
    });
    return;
  }

  it('a press while the server is silent is answered in time, and works later', async () => {
    const asked = await s.requestRole('ana', sentence('payments'));
    await s.cardOf(asked);
    wire?.hold();
    const began = performance.now();
    const answer = await approve(asked);
    const tookMs = performance.now() - began;
    const ready = await readiness();
    wire?.flow();
    expect(answer).toMatch(/This is taking longer than Teams allows|Steward is busy/);
    expect(tookMs).toBeLessThan(TEAMS_WAITS_MS);
    expect(ready).toEqual([503, { status: 'unavailable', reason: 'store-busy' }]);
    await isReady();
    await s.pressApprove('bo', asked);
    expect(await done(asked)).toEqual(GRANTED);
  });

  it('while another client holds a lock, approvers are told to try again, and reading works', async () => {
    const asked = await s.requestRole('ana', sentence('staging'));
    await s.cardOf(asked);
    const still = new pg.Client({ connectionString: url() });
    await still.connect();
    await still.query('begin; lock table decisions in exclusive mode');
    const presses = Array.from({ length: 12 }, () => approve(asked));
    const listed = await s.ask('ana', 'my requests');
    expect(wordsOf(listed)).toContain(asked.ref);
    for (const answer of await Promise.all(presses)) {
      expect(answer).toMatch(/This is taking longer than Teams allows|Steward is busy/);
    }
    await still.end();
    await s.pressApprove('bo', asked);
    expect(await done(asked)).toEqual(GRANTED);
  });
});
