import { type RequestsView, requestsCard } from '#features/subscriptions/cards/requests-card.ts';
import { findOwner, type SubscriptionFormContext } from '#features/subscriptions/form/context.ts';
import { subscriptionsSection } from '#features/subscriptions/policy.ts';
import {
  findSubscription,
  recordAccepted,
  recordAlias,
  recordCreated,
  subscriptionMigrations,
} from '#features/subscriptions/store.ts';
import type { Markdown } from '#platform/lib/text.ts';
import { type Database, openDatabase } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';
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

describe('a subscription named by a person', () => {
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

  test('a subscription named by a person may be a place of the policy', async () => {
    expect(await named('payments')).toMatchObject({ known: 'live' });
  });

  test('a subscription named by a person may be one created through Steward, if its name is unambiguous', async () => {
    await recordCreated(database.db as never, OWN, 'Fee Lab', 'c1', 1);
    expect(await named('fee lab')).toEqual({ id: OWN, known: 'made', title: 'Fee Lab' });
    await recordCreated(database.db as never, ELSE, 'FEE-lab', 'c2', 2);
    expect(await named('fee lab')).toEqual({ id: undefined, known: undefined, title: undefined });
  });

  test('a subscription named by a person with only an alias through Steward was not created through it', async () => {
    await recordAlias(database.db as never, OWN, 'Theirs', 'c1');
    expect(await named(OWN)).toEqual({ id: OWN, known: 'other', title: 'Theirs' });
  });

  test('a subscription named by a person is not created through Steward by an acceptance', async () => {
    await recordCreated(database.db as never, OWN, 'Fee Lab', 'c1', 1);
    await recordAccepted(database.db as never, OWN, 'Fees', 'R-1', 2);
    expect(await findSubscription(database.db, policy, OWN)).toMatchObject({
      known: 'made',
      title: 'Fees',
      toldBy: ['c1'],
    });
  });

  test('a subscription named by a person is shown on the cards of its creation and its aliases', async () => {
    await recordCreated(database.db as never, OWN, 'Fee Lab', 'c1', 1);
    await recordAlias(database.db as never, OWN, 'Fees', 'c2');
    expect(await findSubscription(database.db, policy, OWN)).toMatchObject({ title: 'Fees', toldBy: ['c1', 'c2'] });
  });

  test('a subscription named by a person is another one by an unknown id, and none by an unknown name', async () => {
    expect(await named(ELSE)).toEqual({ id: ELSE, known: 'other', title: ELSE });
    expect(await named('whatever')).toMatchObject({ id: undefined });
  });
});

describe('an owner named by a person', () => {
  const form = {
    policy,
    who: { objectId: OWN, name: 'Ana Rossi', tenantId: 't' },
  } as Partial<SubscriptionFormContext> as SubscriptionFormContext;

  test.each([
    ['me', OWN, 'Ana Rossi', 'requester'],
    ['ana rossi', OWN, 'Ana Rossi', 'requester'],
    ['sam', '33333333-3333-4333-8333-333333333333', 'Sam Lee (…3333)', 'known'],
    [ELSE.toUpperCase(), ELSE, 'Sam Lee (…2222)', 'known'],
    [ID, ID, ID, 'other'],
  ])('%s', (text, objectId, name, known) => {
    expect(findOwner(form, text)).toEqual({ objectId, name, known });
  });

  test.each(['Sam Lee', 'nobody', ''])('“%s” names nobody, or several people', (text) => {
    expect(findOwner(form, text)).toBeUndefined();
  });
});

describe('the list of requests', () => {
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

  test('the list of requests shows its last page after it has shrunk', async () => {
    const card = await drawn({ page: 5 });
    expect(card).toContain('"R-22"');
    expect(card).not.toContain(words.plain('subscriptions.list.empty.mine'));
  });

  test('offers everyone’s requests and each card only to people who may see them', async () => {
    expect(await drawn({})).not.toContain('subscriptions.all');
    expect(await drawn({ mayAll: true })).toContain('subscriptions.all');
    expect(await drawn({})).not.toContain('change.show');
    expect(await drawn({ mayShow: ({ id }) => id === 'c3' })).toContain('"change":"c3"');
  });
});
