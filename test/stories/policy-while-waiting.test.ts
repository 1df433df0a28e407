import { readFileSync } from 'node:fs';
import { channels, type Steward, startSteward, wordsOf } from '../support/steward.ts';
import { inStore, isIdle, violations } from '../support/store-invariants.ts';
import { ask, cardOf, freshStory, plain, pressApprove, sentRequests, shown, wish } from '../support/story.ts';

let s: Steward;
let shipped: string;
beforeAll(async () => {
  s = await startSteward();
  shipped = readFileSync(s.policyFile, 'utf8');
});
beforeEach(() => freshStory(s));
afterEach(() => s.writePolicy(() => shipped));
afterAll(() => s.end());

/** One line of the policy as somebody changed it while the bot ran. */
const rewrite = (line: string, by: string) =>
  s.writePolicy((text) => {
    if (!text.includes(line)) throw new Error(`the policy has no ${line}`);
    return text.replace(line, by);
  });

it('who may no longer decide is refused and told so, and the card names who may', async () => {
  const asked = await wish(s, 'ana', 'reader on payments for 5 days because Bo moves on');
  await cardOf(s, asked, 'Bo Lind');
  await rewrite('platform: [bo]', 'platform: [fi]');
  expect(wordsOf(await cardOf(s, asked, 'Fi Costa'))).not.toContain('Bo Lind');
  expect(await pressApprove(s, 'bo', asked)).toBe(plain('changes.refused.notDecider'));
  expect(sentRequests(s)).toHaveLength(0);
  await pressApprove(s, 'fi', asked);
  await cardOf(s, asked, 'Eligible until');
});

it('who was added may decide, and finds it under `waiting`', async () => {
  const asked = await wish(s, 'ana', 'reader on staging for 5 days because Di moves in');
  expect(await pressApprove(s, 'di', asked)).toBe(plain('changes.refused.notDecider'));
  await rewrite('security: [cy]', 'security: [cy, di]');
  expect(wordsOf(await ask(s, 'di', 'waiting'))).toContain(asked.ref);
  expect(await pressApprove(s, 'di', asked)).toContain('being granted');
  await cardOf(s, asked, 'Eligible until');
});

it('a change of the policy while the bot is down counts from its start', async () => {
  const asked = await wish(s, 'ana', 'reader on ledger for 5 days because the bot rests');
  await cardOf(s, asked);
  await s.kill();
  await rewrite('platform: [bo]', 'platform: [fi]');
  await s.restart();
  expect(wordsOf(await cardOf(s, asked, 'Fi Costa'))).not.toContain('Bo Lind');
  expect(await pressApprove(s, 'bo', asked)).toBe(plain('changes.refused.notDecider'));
  expect(await pressApprove(s, 'cy', asked)).toContain('being granted');
});

it('what is longer than the policy allows by now is not approved, until whoever decides makes it shorter', async () => {
  const asked = await wish(s, 'ana', 'contributor on payments for 5 days because I began');
  await rewrite('max: 14 days', 'max: 1 day');
  const tooLong = { unit: 'day', count: 1 };
  await cardOf(s, asked, shown('access.failure.tooLong', tooLong));
  expect(await pressApprove(s, 'bo', asked)).toBe(plain('access.failure.tooLong', tooLong));
  expect(await pressApprove(s, 'bo', asked, { shorter: '1 day' })).toContain('being granted');
  await cardOf(s, asked, 'Eligible until');
  expect(sentRequests(s)[0]?.body.Properties.ScheduleInfo?.Expiration.Duration).toBe('P1D');
});

it('a role that is taken from the policy is not granted where it was asked for before', async () => {
  const asked = await wish(s, 'ana', 'contributor on ledger for 5 days because I began');
  await rewrite('id: b24988ac-6180-42a0-ab88-20f7382dd24c', 'id: 00000000-6180-42a0-ab88-20f7382dd24c');
  await cardOf(s, asked, shown('changes.failure.renamed', { name: 'Contributor' }));
  expect(await pressApprove(s, 'bo', asked)).toBe(plain('changes.failure.renamed', { name: 'Contributor' }));
  expect(sentRequests(s)).toHaveLength(0);
});

it('with its rule gone nobody can decide, and every reader of the card knows', async () => {
  const asked = await wish(s, 'ana', 'contributor on staging for 5 days because rules go');
  await cardOf(s, asked);
  await rewrite('when: { role: [reader, contributor] }', 'when: { role: [reader] }');
  await cardOf(s, asked, shown('changes.why.notAskable', { who: 'Ana Rossi' }));
  expect(await pressApprove(s, 'bo', asked)).toBe(plain('changes.refused.notAskable', { who: 'Ana Rossi' }));
});

it('a broken file changes nothing, and the operators are told the line and what to write', async () => {
  const asked = await wish(s, 'ana', 'contributor on ledger for 5 days because files break');
  await rewrite('platform: [bo]', 'platform: [boo]');
  const line = shipped.split('\n').findIndex((text) => text.includes('platform: [bo]')) + 1;
  const told = await s.until('word to the operators', async () =>
    (await s.teams.messages(channels.alerts)).find((message) => wordsOf(message).includes('boo')),
  );
  expect(wordsOf(told)).toContain(`${line}: `);
  expect(wordsOf(told)).toContain('did you mean');
  expect(await pressApprove(s, 'bo', asked)).toContain('being granted');
  await cardOf(s, asked, 'Eligible until');
});

it('after all of it nothing is stuck', async () => {
  await s.until('all quiet', () => inStore(s, isIdle));
  expect(await inStore(s, violations)).toEqual([]);
});
