import { PASSING_MS } from '#engine/outbox/setback.ts';
import { SECOND } from '#platform/lib/clock.ts';
import { ConnectorError, type ConnectorErrorKind, type RefusalMeaning } from '#teams/connector/errors.ts';
import { caseCount } from '../../support/case-count.ts';
import { describeStores, type OpenStore } from '../../support/database.ts';
import { createFakeConnector } from '../../support/fake-connector.ts';
import { fc } from '../../support/fast-check.ts';
import { until } from '../../support/until.ts';
import { createBench } from './outbox-bench.ts';

type Refusal = readonly [kind: ConnectorErrorKind, meaning: RefusalMeaning];

/** What has been seen to pass. */
const ofBoth: readonly Refusal[] = [
  ['gone', 'gone'],
  ['refused', 'later'],
  ['left', 'once'],
  ['disabled', 'once'],
  ['busy', 'final'],
];
const ofPosts = [...ofBoth, ['forbidden', 'later']] as const;
const ofEdits = [...ofBoth, ['edit-refused', 'later']] as const;

/** Fewer in a row than count; what passes once does not come twice in a row. */
const passing = (refusals: readonly Refusal[]) =>
  fc
    .array(fc.constantFrom(...refusals), { maxLength: PASSING_MS.length - 1 })
    .filter((row) => row.every(([kind, meaning], n) => meaning !== 'once' || row[n - 1]?.[0] !== kind));

/** One card's life. */
interface Life {
  readonly post: readonly Refusal[];
  /** Of each state that follows. */
  readonly edits: readonly (readonly Refusal[])[];
  /** How often the edit to the last state is refused: at last a new message takes the old one's place. */
  readonly last: number;
}

const lives: fc.Arbitrary<Life> = fc.record({
  post: passing(ofPosts),
  edits: fc.array(passing(ofEdits), { maxLength: 3 }),
  last: fc.constantFrom(0, 0, PASSING_MS.length + 1, PASSING_MS.length + 3),
});

const live = async (open: OpenStore, { post, edits, last }: Life) => {
  const teams = createFakeConnector();
  const bench = await createBench(open, teams);
  const told: string[] = bench.dead;
  bench.replaced = true;
  bench.outbox.onReachChanged(async (_trx, target, code) => void told.push(`${target} ${code}`));
  const meet = (act: 'send' | 'edit', refusals: readonly Refusal[]): void => {
    for (const [kind, meaning] of refusals) {
      teams.next(act, () => {
        throw new ConnectorError(kind, { meaning, status: 400 });
      });
    }
  };
  const atRest = () =>
    until('every copy at rest', async () => {
      const rows = await bench.database.db.selectFrom('deliveries').selectAll().execute();
      if (rows.every(({ lease_owner }) => lease_owner === null)) bench.clock.advance(15 * SECOND);
      return rows.every(({ state, shown_version }) => state === 'shown' && shown_version === bench.version);
    });
  await bench.database.db.deleteFrom('deliveries').execute();
  meet('send', post);
  await bench.deliver();
  bench.outbox.start();
  await atRest();
  const lasting = Array.from({ length: last }, (): Refusal => ['gone', 'gone']);
  for (const refusals of [...edits, lasting]) {
    meet('edit', refusals);
    await bench.raise();
    await atRest();
  }
  await bench.outbox.stop();
  const posts = teams.calls.filter(({ act }) => act === 'send').length - post.length;
  return { standing: [...teams.standing.values()].sort(), posts, told, now: bench.version };
};

describeStores((_kind, open) => {
  it('whatever passing refusals a card meets, one current card stands there, no older one waits, and nobody is told', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        const { standing, posts, told, now } = await live(open, life);
        const older = life.last > 0 ? [`stray ${now}`] : [];
        expect({ standing, posts, told }).toEqual({
          ...{ standing: [`all ${now}`, ...older], posts: 1 + older.length, told: [] },
        });
      }),
      { numRuns: caseCount(40) },
    );
  });
});
