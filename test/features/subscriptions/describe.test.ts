import { type Change, reconcileUntil } from '#engine/changes/change.ts';
import type { ChangeContext } from '#engine/changes/change-kind.ts';
import { changesMigrations } from '#engine/changes/tables.ts';
import { accept, describeAccept } from '#features/subscriptions/accept.ts';
import { ACCEPT_VERB, describeCreate } from '#features/subscriptions/describe-create.ts';
import { subscriptionsSection } from '#features/subscriptions/policy.ts';
import { recordAccepted, subscriptionMigrations } from '#features/subscriptions/store.ts';
import { ACCEPT, type AcceptTerms } from '#features/subscriptions/terms.ts';
import { DAY, iso } from '#platform/lib/clock.ts';
import { type Database, openDatabase } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { portalsSection } from '#policy/model/sections.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { acceptTerms, changeOf, createTerms, ID } from './changes.ts';

const words = loadTexts().for('en');
const policy = createTestPolicy('portals: [portal.vendor.example]\n', [portalsSection, subscriptionsSection]).current();
const GOOD = 'https://portal.vendor.example/accept?id=1';

let database: Database;
beforeEach(async () => {
  database = await openDatabase('sqlite::memory:', { ...subscriptionMigrations, ...changesMigrations });
});
afterEach(() => database.close());

/** A row as the engine stores it. */
const rowOf = (state: string, terms: AcceptTerms) => ({
  id: 'doubt',
  ref: 'R-DOUBT',
  kind: ACCEPT,
  state,
  version: 1,
  terms_version: 1,
  requester_id: 'a',
  requester_name: 'Ana Rossi',
  requester_language: 'en',
  terms_json: JSON.stringify(terms),
  answers_json: '{}',
  rule: 'r',
  needs: 1,
  source: 's',
  deadline_at: iso(0),
  finish_by: iso(1_000),
  attempts: 1,
  maybe_sent: 1,
  phase: 'look',
  created_at: iso(0),
  updated_at: iso(0),
  ended_at: iso(1_000),
});

const contextOf = (open?: Partial<Change>, now = 0): ChangeContext =>
  ({ db: database.db, policy, now, openChange: async () => open }) as Partial<ChangeContext> as ChangeContext;

const drawn = (seen: object, more: object = {}, open?: Partial<Change>) =>
  describeCreate(changeOf(createTerms, { seen, ...more }), contextOf(open), words);
const pending = (acceptOwnershipUrl: string) => ({
  subscriptionId: ID,
  acceptOwnershipState: 'Pending',
  acceptOwnershipUrl,
});

it('the vendor’s address is a link if the policy has its host', async () => {
  const { links, facts } = await drawn(pending(GOOD));
  expect(links).toEqual([{ title: words.plain('subscriptions.button.open'), url: GOOD }]);
  expect(JSON.stringify(facts)).not.toContain('portal.vendor.example');
});

it.each([
  'https://evil.example/accept',
  'http://portal.vendor.example/x',
  'javascript:alert(1)',
  `https://${'e'.repeat(5_000)}.example`,
])('%.50s is shown as text that no client turns into a link', async (address) => {
  const { links, facts } = await drawn(pending(address));
  expect(links).toBeUndefined();
  const told = facts.find(({ title }) => title === words.plain('subscriptions.label.address'))?.value ?? '';
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThan(700);
  expect(told).not.toMatch(/https?:\/\//);
});

it('a created subscription has a button to accept it, except during an acceptance', async () => {
  const done = { state: 'done', endedAt: 0 };
  expect((await drawn(pending(GOOD), done)).buttons).toMatchObject([{ verb: ACCEPT_VERB }]);
  const busy = await drawn(pending(GOOD), done, { ref: 'R-22222' });
  expect(busy.buttons).toEqual([]);
  expect(busy.next).toContain('R-22222');
  expect((await drawn(pending(GOOD))).buttons).toEqual([]);
});

it('a subscription accepted through Steward has no button to accept it', async () => {
  await recordAccepted(database.db as never, ID, 'Fees', 'R-33333', 1);
  const card = await drawn(pending(GOOD), { state: 'done', endedAt: 0 });
  expect([card.links, card.buttons]).toEqual([undefined, []]);
  expect(JSON.stringify(card.facts)).toContain('R-33333');
});

it('an undocumented state is shown as it came, as plain text', async () => {
  const { facts } = await drawn({ provisioningState: '*Odd*' });
  expect(JSON.stringify(facts)).toContain('\\\\*Odd\\\\*');
});

it.each(['waiting', 'doing', 'done', 'failed', 'unconfirmed'] as const)(
  'an acceptance says in every state (%s) that it is the bot’s own identity',
  async (state) => {
    const { facts } = await describeAccept(changeOf(acceptTerms, { state }), contextOf(), words);
    expect(facts.map(({ value }) => value)).toContain(words.markdown('subscriptions.accept.identity'));
  },
);

it('an unclear and an unfinished acceptance have different texts', async () => {
  const next = async (phase: 'look' | 'arrived', now: number) =>
    (await describeAccept(changeOf(acceptTerms, { state: 'unconfirmed', phase }), contextOf(undefined, now), words))
      .next;
  const until = iso(reconcileUntil({ finishBy: 1_000 }));
  expect(await next('look', 2_000)).toBe(words.markdown('subscriptions.next.unclear', { until }));
  expect(await next('arrived', 2_000)).toBe(words.markdown('subscriptions.next.unfinished', { until }));
  expect(await next('look', 2 * DAY)).toBe(words.markdown('subscriptions.next.unclearEnd'));
  expect(await next('arrived', 2 * DAY)).toBe(words.markdown('subscriptions.next.unfinishedEnd'));
});

it('an ownership accepted by an unknown party is reported as such', async () => {
  const seen = { acceptOwnershipState: 'Completed' };
  const change = changeOf(acceptTerms, { state: 'unconfirmed', phase: 'look', seen });
  expect((await describeAccept(change, contextOf(), words)).next).toBe(words.markdown('subscriptions.next.taken'));
});

describe('while it is unclear whether its ownership was accepted', () => {
  const done = { state: 'done', endedAt: 0 };
  beforeEach(() =>
    database.db
      .insertInto('changes')
      .values(rowOf('unconfirmed', acceptTerms) as never)
      .execute(),
  );

  it('the subscription’s card says so and offers no second acceptance while Steward checks', async () => {
    const unclear = await drawn(pending(GOOD), done);
    expect([unclear.buttons, unclear.next?.includes('R-DOUBT')]).toEqual([[], true]);
    const later = await describeCreate(
      changeOf(createTerms, { seen: pending(GOOD), ...done } as never),
      contextOf(undefined, 2 * DAY),
      words,
    );
    expect(later.buttons).toMatchObject([{ verb: ACCEPT_VERB }]);
  });

  it('a second acceptance is refused, and one of another subscription is not', async () => {
    const stands = (id: string, now: number) =>
      accept.isStillValid?.(
        database.db as never,
        { ...acceptTerms, subscription: { ...acceptTerms.subscription, id } },
        now,
      );
    await expect(stands(ID, 2_000)).rejects.toThrow('Change.Unconfirmed');
    expect(await stands(ID, 2 * DAY)).toBe(true);
    expect(await stands('22222222-2222-4222-8222-222222222222', 2_000)).toBe(true);
  });
});
