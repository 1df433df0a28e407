import type { Change } from '../../../src/changes/change.ts';
import type { ChangeContext } from '../../../src/changes/change-kind.ts';
import { describeAccept } from '../../../src/features/subscriptions/describe-accept.ts';
import { describeCreate, OFFER_ACCEPT } from '../../../src/features/subscriptions/describe-create.ts';
import { recordAccepted, subscriptionMigrations } from '../../../src/features/subscriptions/made.ts';
import { subscriptionsSection } from '../../../src/features/subscriptions/section.ts';
import { type Database, openDatabase } from '../../../src/storage/database.ts';
import { loadTexts } from '../../../src/texts/texts.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { acceptTerms, changeOf, createTerms, ID } from './changes.ts';

const words = loadTexts().for('en');
const policy = createTestPolicy('subscriptions: { portals: [portal.vendor.example] }\n', [
  subscriptionsSection,
]).current();
const GOOD = 'https://portal.vendor.example/accept?id=1';

let database: Database;
beforeEach(async () => {
  database = await openDatabase('sqlite::memory:', subscriptionMigrations);
});
afterEach(() => database.close());

const contextOf = (open?: Partial<Change>): ChangeContext =>
  ({ db: database.db, policy, openChange: async () => open }) as Partial<ChangeContext> as ChangeContext;

const drawn = (seen: object, more: object = {}, open?: Partial<Change>) =>
  describeCreate(changeOf(createTerms, { seen, ...more }), contextOf(open), words);
const pending = (acceptOwnershipUrl: string) => ({
  subscriptionId: ID,
  acceptOwnershipState: 'Pending',
  acceptOwnershipUrl,
});

it('the vendor’s address may be pressed where the policy knows its host', async () => {
  const { links, facts } = await drawn(pending(GOOD));
  expect(links).toEqual([{ title: words.plain('subscriptions.button.open'), url: GOOD }]);
  expect(JSON.stringify(facts)).not.toContain('portal.vendor.example');
});

it.each([
  'https://evil.example/accept',
  'http://portal.vendor.example/x',
  'javascript:alert(1)',
  `https://${'e'.repeat(5_000)}.example`,
])('%.50s is shown as text that no client makes a link of', async (address) => {
  const { links, facts } = await drawn(pending(address));
  expect(links).toBeUndefined();
  const told = facts.find(({ title }) => title === words.plain('subscriptions.label.address'))?.value ?? '';
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThan(700);
  expect(told).not.toMatch(/https?:\/\//);
});

it('what is made and offered has a button to accept it, but not while somebody does', async () => {
  const done = { state: 'done', endedAt: 0 };
  expect((await drawn(pending(GOOD), done)).buttons).toMatchObject([{ verb: OFFER_ACCEPT }]);
  const busy = await drawn(pending(GOOD), done, { ref: 'R-22222' });
  expect(busy.buttons).toEqual([]);
  expect(busy.next).toContain('R-22222');
  expect((await drawn(pending(GOOD))).buttons).toEqual([]);
});

it('what was accepted through Steward is offered no more', async () => {
  await recordAccepted(database.db as never, ID, 'Fees', 'R-33333', 1);
  const card = await drawn(pending(GOOD), { state: 'done', endedAt: 0 });
  expect([card.links, card.buttons]).toEqual([undefined, []]);
  expect(JSON.stringify(card.facts)).toContain('R-33333');
});

it('a state that nobody documented is told as it came, and reads as text', async () => {
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

it('unclear and unfinished are two things', async () => {
  const unclear = await describeAccept(
    changeOf(acceptTerms, { state: 'unconfirmed', phase: 'look' }),
    contextOf(),
    words,
  );
  const late = await describeAccept(
    changeOf(acceptTerms, { state: 'unconfirmed', phase: 'arrived' }),
    contextOf(),
    words,
  );
  expect(unclear.next).toBe(words.markdown('subscriptions.next.unclear'));
  expect(late.next).toBe(words.markdown('subscriptions.next.unfinished'));
});
