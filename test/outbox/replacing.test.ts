import { ConnectorError, type ConnectorErrorKind } from '../../src/connector/errors.ts';
import { describeStores } from '../support/database.ts';
import { createFakeConnector, type FakeConnector } from '../support/fake-connector.ts';
import { until } from '../support/until.ts';
import { type Bench, createBench } from './outbox-bench.ts';

const failing = (kind: ConnectorErrorKind) => (): never => {
  throw new ConnectorError(kind);
};

describeStores((_kind, open) => {
  let teams: FakeConnector;
  let bench: Bench;
  beforeEach(async () => {
    teams = createFakeConnector();
    bench = await createBench(open, teams);
    bench.outbox.start();
  });
  afterEach(() => bench.outbox.stop());

  const acts = () => teams.calls.map(({ act, said }) => `${act} ${said}`);
  const called = (times: number) => until(`${times} calls`, () => teams.calls.length >= times);

  it('after a refused edit the new state is posted as a new message', async () => {
    await bench.deliver();
    await bench.rests('shown');
    teams.next('edit', failing('edit-refused'));
    await bench.raise();
    await called(3);
    expect((await bench.rests('shown')).activity_id).toBe('m3');
    expect(acts()).toEqual(['send all 1', 'edit all 2', 'send all 2']);
  });

  it.each(['gone', 'too-large'] as const)(
    'an edit refused as %s brings a new message where people wait for it',
    async (kind) => {
      bench.replaced = true;
      await bench.deliver();
      await bench.rests('shown');
      teams.next('edit', failing(kind));
      await bench.raise();
      await called(3);
      expect((await bench.rests('shown')).activity_id).toBe('m3');
      expect([acts(), bench.dead]).toEqual([['send all 1', 'edit all 2', 'send all 2'], []]);
    },
  );

  it.each(['gone', 'too-large'] as const)('an edit refused as %s ends any other copy', async (kind) => {
    await bench.deliver();
    await bench.rests('shown');
    teams.next('edit', failing(kind));
    await bench.raise();
    await bench.rests('dead');
    expect([acts(), bench.dead]).toEqual([['send all 1', 'edit all 2'], [`Connector.${kind}`]]);
  });

  it('a message that cannot be posted in the place of an old one ends the copy', async () => {
    bench.replaced = true;
    await bench.deliver();
    await bench.rests('shown');
    teams.next('edit', failing('gone'));
    teams.next('send', failing('gone'));
    await bench.raise();
    await bench.rests('dead');
    expect(bench.dead).toEqual(['Connector.gone']);
  });
});
