import { type RequestsView, requestsCard } from '../../../src/features/subscriptions/cards/requests-card.ts';
import { findOwner, type SubscriptionFormContext } from '../../../src/features/subscriptions/form/context.ts';
import { subscriptionsSection } from '../../../src/features/subscriptions/policy.ts';
import {
  findSubscription,
  recordAccepted,
  recordAlias,
  recordCreated,
  subscriptionMigrations,
} from '../../../src/features/subscriptions/store.ts';
import type { Markdown } from '../../../src/lib/text.ts';
import { type Database, openDatabase } from '../../../src/storage/database.ts';
import { loadTexts } from '../../../src/texts/texts.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { changeOf, createTerms, ID } from './changes.ts';

const words = loadTexts().for('en');
const OWN = '11111111-1111-4111-8111-111111111111';
const ELSE = '22222222-2222-4222-8222-222222222222';
const policy = createTestPolicy(
  `people:
  ana: { id: ${OWN}, name: Ana Rossi }
  ann: { id: ${ELSE}, name: Sam Lee }
  sam: { id: 33333333-3333-4333-8333-333333333333, name: Sam Lee }
places:
  live: { title: Payments, scope: /subscriptions/44444444-4444-4444-8444-444444444444 }
subscriptions:
  subscriptions:
    standby: { title: Ledger Standby, id: ${ID} }
`,
  [subscriptionsSection],
).current();

let database: Database;
beforeEach(async () => {
  database = await openDatabase('sqlite::memory:', subscriptionMigrations);
});
afterEach(() => database.close());

describe('a subscription as people name it', () => {
  const named = async (said: string) => {
    const { id, known, title } = (await findSubscription(database.db, policy, said)) ?? {};
    return { id, known, title };
  };

  test.each(['standby', 'ledger standby', ID, ID.toUpperCase(), `/subscriptions/${ID}`])(
    '%s is the policy’s',
    async (said) => {
      expect(await named(said)).toEqual({ id: ID, known: 'standby', title: 'Ledger Standby' });
    },
  );

  test('a place that is a subscription is one', async () => {
    expect(await named('payments')).toMatchObject({ known: 'live' });
  });

  test('one that was made here is known by its name, as long as one alone has it', async () => {
    await recordCreated(database.db as never, OWN, 'Fee Lab', 'c1', 1);
    expect(await named('fee lab')).toEqual({ id: OWN, known: 'made', title: 'Fee Lab' });
    await recordCreated(database.db as never, ELSE, 'FEE-lab', 'c2', 2);
    expect(await named('fee lab')).toEqual({ id: undefined, known: undefined, title: undefined });
  });

  test('one that only got an alias here was not made here', async () => {
    await recordAlias(database.db as never, OWN, 'Theirs', 'c1');
    expect(await named(OWN)).toEqual({ id: OWN, known: 'other', title: 'Theirs' });
  });

  test('what it is accepted as does not make it ours', async () => {
    await recordCreated(database.db as never, OWN, 'Fee Lab', 'c1', 1);
    await recordAccepted(database.db as never, OWN, 'Fees', 'R-1', 2);
    expect(await findSubscription(database.db, policy, OWN)).toMatchObject({
      known: 'made',
      title: 'Fees',
      toldBy: ['c1'],
    });
  });

  test('the cards of what made it and of its aliases all tell of it', async () => {
    await recordCreated(database.db as never, OWN, 'Fee Lab', 'c1', 1);
    await recordAlias(database.db as never, OWN, 'Fees', 'c2');
    expect(await findSubscription(database.db, policy, OWN)).toMatchObject({ title: 'Fees', toldBy: ['c1', 'c2'] });
  });

  test('an id that nobody named is another one, and a name that nobody knows none', async () => {
    expect(await named(ELSE)).toEqual({ id: ELSE, known: 'other', title: ELSE });
    expect(await named('whatever')).toMatchObject({ id: undefined });
  });
});

describe('an owner as people name them', () => {
  const asking = {
    policy,
    who: { objectId: OWN, name: 'Ana Rossi', tenantId: 't' },
  } as Partial<SubscriptionFormContext> as SubscriptionFormContext;

  test.each([
    ['me', OWN, 'Ana Rossi', 'requester'],
    ['ana rossi', OWN, 'Ana Rossi', 'requester'],
    ['sam', '33333333-3333-4333-8333-333333333333', 'Sam Lee (…3333)', 'known'],
    [ELSE.toUpperCase(), ELSE, 'Sam Lee (…2222)', 'known'],
    [ID, ID, ID, 'other'],
  ])('%s', (said, objectId, name, known) => {
    expect(findOwner(asking, said)).toEqual({ objectId, name, known });
  });

  test.each(['Sam Lee', 'nobody', ''])('“%s” is nobody, or nobody alone', (said) => {
    expect(findOwner(asking, said)).toBeUndefined();
  });
});

describe('what was started', () => {
  const view = (more: Partial<RequestsView>): RequestsView => ({
    all: false,
    page: 0,
    mayAll: false,
    changes: Array.from({ length: 23 }, (_none, n) => changeOf(createTerms, { id: `c${n}`, ref: `R-${n}` })),
    describe: async ({ ref }) => ({ title: ref as Markdown, summary: '', facts: [], reason: '', buttons: [] }),
    mayShow: () => false,
    ...more,
  });
  const drawn = async (more: Partial<RequestsView>) => JSON.stringify(await requestsCard(view(more), words));

  test('a page beyond the end of a list that has shrunk shows the last page', async () => {
    const card = await drawn({ page: 5 });
    expect(card).toContain('"R-22"');
    expect(card).not.toContain(words.plain('subscriptions.list.empty.mine'));
  });

  test('everybody’s is offered to those who may see it, and the card only of what one may see', async () => {
    expect(await drawn({})).not.toContain('subscriptions.all');
    expect(await drawn({ mayAll: true })).toContain('subscriptions.all');
    expect(await drawn({})).not.toContain('change.show');
    expect(await drawn({ mayShow: ({ id }) => id === 'c3' })).toContain('"change":"c3"');
  });
});
