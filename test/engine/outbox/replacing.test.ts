import { availableButtons, buttonsFor, type CardButton, type CardSubject } from '#engine/outbox/card-button.ts';
import { PASSING_MS } from '#engine/outbox/setback.ts';
import type { VendorSettings } from '#platform/config/vendor-settings.ts';
import { DAY, HOUR, SECOND } from '#platform/lib/clock.ts';
import type { Policy } from '#policy/policy.ts';
import { ConnectorError, type ConnectorErrorKind } from '#teams/connector/errors.ts';
import { describeStores } from '../../support/database.ts';
import { createFakeConnector, type FakeConnector } from '../../support/fake-connector.ts';
import { until } from '../../support/until.ts';
import { type Bench, CHANNEL, createBench, SUBJECT } from './outbox-bench.ts';

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

  const afterAWhile = (times: number) =>
    until(`${times} calls`, () => {
      bench.clock.advance(SECOND);
      return teams.calls.length >= times;
    });

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

  const passing = [
    ['edit-refused', 'later'],
    ['gone', 'gone'],
    ['left', 'once'],
  ] as const;
  it.each(passing)(
    'an edit whose refusal passes (%s, %s) is made a moment later, and nobody is told',
    async (kind, meaning) => {
      bench.replaced = true;
      await bench.deliver();
      await bench.rests('shown');
      teams.next('edit', () => {
        throw new ConnectorError(kind, { meaning });
      });
      await bench.raise();
      await afterAWhile(3);
      expect((await bench.rests('shown')).refusals).toBe(0);
      expect([acts(), bench.dead]).toEqual([['send all 1', 'edit all 2', 'edit all 2'], []]);
    },
  );

  it('an edit that is refused for minutes brings one new message, and the older one is edited once Teams takes it', async () => {
    bench.replaced = true;
    await bench.deliver();
    await bench.rests('shown');
    expect(PASSING_MS).toEqual([2_000, 10_000, 60_000, 300_000]);
    for (let n = 0; n < 6; n += 1) {
      teams.next('edit', () => {
        throw new ConnectorError('gone', { meaning: 'gone' });
      });
    }
    await bench.raise();
    await until('both are true', () => {
      bench.clock.advance(20 * SECOND);
      return [...teams.standing.values()].join() === 'stray 2,all 2';
    });
    expect([acts().filter((act) => act.startsWith('send')), bench.dead]).toEqual([['send all 1', 'send all 2'], []]);
    await bench.raise();
    await until('both are edited', () => [...teams.standing.values()].join() === 'stray 3,all 3');
  });

  it('an older message that Teams never takes an edit of is given up in the end, and nobody is told', async () => {
    bench.replaced = true;
    await bench.deliver();
    await bench.rests('shown');
    for (let n = 0; n < 100; n += 1) teams.next('edit', failing('edit-refused'));
    await bench.raise();
    await until('it is given up', async () => {
      bench.clock.advance(HOUR);
      const rows = await bench.database.db.selectFrom('deliveries').select(['face', 'state']).execute();
      return (
        rows
          .map(({ face, state }) => `${face} ${state}`)
          .sort()
          .join() === 'all shown,stray dead'
      );
    });
    expect([acts().filter((act) => act.startsWith('send')), bench.dead]).toEqual([['send all 1', 'send all 2'], []]);
  });

  it('a post that Teams accepts without an id is not repeated; its next state is one new message', async () => {
    teams.nameless = 1;
    await bench.deliver();
    expect((await bench.rests('shown')).activity_id).toBeNull();
    bench.clock.advance(HOUR);
    await bench.raise();
    await called(2);
    await bench.raise();
    await called(3);
    await bench.rests('shown');
    expect(acts()).toEqual(['send all 1', 'send all 2', 'edit all 3']);
  });

  it('a message without an id is edited in its place once somebody presses it', async () => {
    teams.nameless = 1;
    await bench.deliver();
    await bench.rests('shown');
    await bench.outbox.holdPressedCard(SUBJECT, { conversationId: CHANNEL, activityId: 'm1' }, 1, 'en');
    await bench.raise();
    await until('it is edited', () => teams.standing.get('m1') === 'all 2');
    expect(acts()).toEqual(['send all 1', 'edit all 2']);
  });

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

const thing: CardSubject = { subject: 'alert:a', subscriptions: [], called: 'A-1', texts: ['one'] };
const offer = (name: string, more: Partial<CardButton> = {}): CardButton => ({
  ...{ name, title: 'access.button.ask', form: 'some.form', answers: () => ({}) },
  ...more,
});
const names = (offers: readonly CardButton[]): string[] => offers.map(({ name }) => name);

it('a button that needs a service of the vendor is shown only where that is set up', () => {
  const offers = [offer('any'), offer('words', { needs: 'translator' })];
  const without: VendorSettings = { namespace: 'Vendor' };
  const translator = { baseUrl: 'https://translator.example' } as NonNullable<VendorSettings['translator']>;
  expect(names(availableButtons(offers, without))).toEqual(['any']);
  expect(names(availableButtons(offers, { ...without, translator }))).toEqual(['any', 'words']);
});

it('a button without answers for a subject is not shown on its card', () => {
  const offers = [offer('words', { answers: ({ texts }) => (texts.length > 0 ? {} : undefined) }), offer('any')];
  expect(names(buttonsFor(offers, thing, {} as Policy))).toEqual(['words', 'any']);
  expect(names(buttonsFor(offers, { ...thing, texts: [] }, {} as Policy))).toEqual(['any']);
});

describeStores((_kind, open) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await createBench(open, createFakeConnector());
  });
  afterEach(() => bench.outbox.stop());

  const subjects = async (): Promise<string[]> =>
    (await bench.database.db.selectFrom('deliveries').select('subject').execute()).map(({ subject }) =>
      subject.replace(/^notice:.*/, 'notice'),
    );
  const notices = async (): Promise<number> =>
    (await bench.database.db.selectFrom('notices').select('id').execute()).length;
  const notify = () => bench.outbox.notify(bench.database.db, { conversation: CHANNEL }, 'en', 'bot.form.putAway', {});

  it('an old notice that was sent is deleted, a card that is still edited is not', async () => {
    bench.outbox.start();
    await bench.deliver();
    await notify();
    await until('both told', async () => {
      const states = await bench.database.db.selectFrom('deliveries').select('state').execute();
      return states.length === 2 && states.every(({ state }) => state === 'shown');
    });
    await bench.outbox.prune(bench.clock.now());
    expect((await subjects()).sort()).toEqual(['notice', SUBJECT]);
    bench.clock.advance(DAY);
    await bench.outbox.prune(bench.clock.now());
    expect([await subjects(), await notices()]).toEqual([[SUBJECT], 0]);
  });

  it('a delivery that is not sent yet is not deleted, however old', async () => {
    await notify();
    bench.clock.advance(90 * DAY);
    await bench.outbox.prune(bench.clock.now());
    expect([await subjects(), await notices()]).toEqual([['notice'], 1]);
  });
});
