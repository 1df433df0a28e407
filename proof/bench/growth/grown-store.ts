import { claimDeliveries } from '../../../src/engine/outbox/repository.ts';
import { newestEntries } from '../../../src/platform/audit/chain.ts';
import { claimJobs } from '../../../src/platform/jobs/repository.ts';
import { MINUTE, SECOND } from '../../../src/platform/lib/clock.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { openDatabase } from '../../../src/platform/storage/database.ts';
import { createEngine, type Engine, migrations, policyText } from '../../../test/engine/changes/engine.ts';
import type { OpenStore } from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import { wideLimits } from '../../../test/support/wide-limits.ts';
import { createCopier, fillStore, readRequest } from './fill.ts';

type Operation = 'my-requests' | 'waiting' | 'request' | 'approve' | 'claim-deliveries' | 'claim-jobs' | 'start';

/** What is measured; one call is one time that somebody waits for it. */
export type Operations = Readonly<Record<Operation, () => Promise<unknown>>>;

/** A store with many requests behind it, and the engine on it. */
export interface GrownStore {
  readonly url: string;
  readonly operations: Operations;
  end(): Promise<void>;
}

const policy = `${policyText('name: plain, ask: [askers], decide: [leads], card: approvals')}limits: ${JSON.stringify(wideLimits)}\n`;
const WAITING = 200;
const PAGE = 10;
const CLAIMED = 10;

/** One request from its first word to its end, with every copy of its card posted. @returns its id */
const runOne = async ({ ask, decide, stateOf, outbox, jobs, database, clock }: Engine): Promise<string> => {
  outbox.start();
  jobs.start();
  const id = await ask('ana');
  await decide('bo', id);
  await until('the request is done', async () => (await stateOf(id)) === 'done');
  const ready = database.db.selectFrom('deliveries').select('id').where('state', '=', 'ready');
  await until('its cards are posted', async () => {
    // A card that was just pressed waits a moment.
    clock.advance(SECOND);
    return (await ready.execute()).length === 0;
  });
  await jobs.stop();
  await outbox.stop();
  return id;
};

/** Fills an empty store with so many requests that are over, and lets some more wait. */
export const growStore = async (url: string, many: number): Promise<GrownStore> => {
  const open: OpenStore = (owned) => openDatabase(url, owned);
  const engine = await createEngine(open, policy);
  const { changes, database, clock } = engine;
  const one = await readRequest(database.db, await runOne(engine));
  const [last = { seq: 0, hash: '' }] = await newestEntries(database.db, 1);
  await fillStore(url, many, createCopier(one, last, many, clock.now()));
  let asked = 0;
  const ask = (): Promise<string> => {
    asked += 1;
    return engine.ask('ana', { role: `role ${asked}` });
  };
  for (let n = 0; n < WAITING; n += 1) await ask();
  const [asker, decider] = [engine.idOf('ana'), engine.idOf('bo')];
  const newest: string[] = [];
  const lease = () => ({ now: clock.now(), leaseMs: MINUTE, limit: CLAIMED, owner: randomIds.opaque() });
  return {
    url,
    operations: {
      'my-requests': () => changes.page({ order: 'created', requester: asker }, asker, PAGE),
      waiting: () => changes.waitingOn(decider),
      request: async () => newest.push(await ask()),
      approve: () => engine.decide('bo', newest.pop() ?? ''),
      'claim-deliveries': () => claimDeliveries(database.db, clock.now(), CLAIMED, randomIds.opaque()),
      'claim-jobs': () => claimJobs(database.db, lease()),
      start: async () => {
        const opened = await open(migrations);
        await claimJobs(opened.db, lease());
        await opened.close();
      },
    },
    end: () => database.close(),
  };
};
