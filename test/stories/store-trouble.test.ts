import pg from 'pg';
import { describeStoreUrls } from '../support/database.ts';
import { fillDisk, watchDisks } from '../support/full-disk.ts';
import { openPostgresProxy, type PostgresProxy } from '../support/postgres-proxy.ts';
import { type Steward, startSteward, wordsOf } from '../support/steward.ts';
import { historyOf, inStore, isIdle, violations } from '../support/store-invariants.ts';
import { ask, cardOf, plain, pressApprove, shown, type Wish, wish } from '../support/story.ts';

/** What Teams gives a press. */
const TEAMS_WAITS_MS = 5_000;

describeStoreUrls((kind, url) => {
  let s: Steward;
  let wire: PostgresProxy | undefined;
  const stopWatching = watchDisks();

  beforeAll(async () => {
    if (kind === 'postgres') wire = await openPostgresProxy(url());
    s = await startSteward({ databaseUrl: wire?.url ?? url() });
  });
  afterAll(async () => {
    await s.end();
    await wire?.close();
    stopWatching();
  });

  const readiness = async () => {
    const response = await fetch(`${s.url}/readyz`);
    return [response.status, await response.json()];
  };
  const isReady = () => s.until('ready', async () => (await readiness())[0] === 200);

  const done = async (asked: Wish): Promise<string[]> => {
    await cardOf(s, asked, 'Eligible until');
    await s.until('all quiet', () => inStore({ databaseUrl: url() }, isIdle));
    return inStore({ databaseUrl: url() }, async (db) => [
      ...(await violations(db)),
      ...(await historyOf(db, asked.ref)),
    ]);
  };
  const GRANTED = ['asked', 'approved', 'sending', 'done'];
  const sentence = (place: string) => `reader on ${place} for 5 days because I fix payouts`;

  if (kind === 'sqlite') {
    describe('while the disk is full', () => {
      beforeAll(() => fillDisk(url(), true));
      afterAll(() => fillDisk(url(), false));

      it('a message is answered with what is wrong, and the process is not ready', async () => {
        expect(wordsOf(await ask(s, 'ana', 'my access'))).toContain(shown('storage.error.full'));
        expect(await readiness()).toEqual([503, { status: 'unavailable', reason: 'store-full' }]);
      });
    });

    it('a press on a full disk is answered with what is wrong; with room it is taken, and nothing was lost', async () => {
      const asked = await wish(s, 'ana', sentence('payments'));
      await cardOf(s, asked);
      fillDisk(url(), true);
      const answer = await pressApprove(s, 'bo', asked);
      fillDisk(url(), false);
      expect(answer).toContain(plain('storage.error.full'));
      expect(answer).toMatch(/Store\.Full, id \S+\)/);
      await isReady();
      await pressApprove(s, 'bo', asked);
      expect(await done(asked)).toEqual(GRANTED);
    });
    return;
  }

  it('a press while the server is silent is answered before Teams gives it up; then it is taken', async () => {
    const asked = await wish(s, 'ana', sentence('payments'));
    await cardOf(s, asked);
    wire?.hold();
    const began = performance.now();
    const answer = await pressApprove(s, 'bo', asked);
    const tookMs = performance.now() - began;
    const ready = await readiness();
    wire?.flow();
    expect(answer).toMatch(/This takes longer than Teams waits|Steward is busy/);
    expect(tookMs).toBeLessThan(TEAMS_WAITS_MS);
    expect(ready).toEqual([503, { status: 'unavailable', reason: 'store-busy' }]);
    await isReady();
    await pressApprove(s, 'bo', asked);
    expect(await done(asked)).toEqual(GRANTED);
  });

  it('while somebody stands still with a lock, deciders are told to try again, and what only reads is answered', async () => {
    const asked = await wish(s, 'ana', sentence('staging'));
    await cardOf(s, asked);
    const still = new pg.Client({ connectionString: url() });
    await still.connect();
    await still.query('begin; lock table decisions in exclusive mode');
    const presses = Array.from({ length: 12 }, () => pressApprove(s, 'bo', asked));
    const listed = await ask(s, 'ana', 'my requests');
    expect(wordsOf(listed)).toContain(asked.ref);
    for (const answer of await Promise.all(presses)) {
      expect(answer).toMatch(/This takes longer than Teams waits|Steward is busy/);
    }
    await still.end();
    await pressApprove(s, 'bo', asked);
    expect(await done(asked)).toEqual(GRANTED);
  });
});
