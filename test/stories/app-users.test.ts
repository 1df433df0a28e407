import { HOUR } from '#platform/lib/clock.ts';
import { cloud, type PersonKey } from '../../sandbox/world.ts';
import { buttonsOf, fieldsOf } from '../support/card-view.ts';
import { channels, wordsOf } from '../support/steward.ts';
import { answerOf, everyCopy, plain, type RequestRef, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const operation = 'removeAppUser';

const s = steward();
const cardOf = s.cardSoon;

/** Says it in one sentence and sends the form that asks to look at it once more. */
const asks = async (as: PersonKey, sentence: string): Promise<RequestRef> =>
  s.sendRequest(as, await s.ask(as, `remove app user ${sentence}`));

/** The DELETEs that the bot sent, by path. */
const sent = (): string[] =>
  s.vendor.faults
    .seen()
    .filter(({ method }) => method === 'DELETE')
    .map(({ path }) => path);

/** 204: the user was still there, and is gone by this; 404: there was none. */
const takeOutAtVendor = async (app: keyof typeof cloud.apps, email: string): Promise<number> => {
  const { owner, name } = cloud.apps[app];
  const path = `/v0.1/apps/${owner}/${name}/users/${encodeURIComponent(email)}`;
  const headers = { 'x-api-token': s.vendor.keys.appManagement };
  return (await fetch(`${s.vendor.url}${path}`, { method: 'DELETE', headers })).status;
};

it('Ana requests and confirms a removal, Bo approves, and the vendor removes the user', async () => {
  const form = await s.ask('ana', `remove app user ${cloud.appTester} from wallet because her phone is lost`);
  expect(fieldsOf(form)).toEqual({ email: cloud.appTester, app: 'wallet', reason: 'her phone is lost' });
  const asked = await s.sendRequest('ana', form);
  const waiting = wordsOf(await cardOf(asked, 'Waiting for approval'));
  expect(waiting).toContain('her phone is lost');
  expect(await s.pressAnyway('ana', asked, 'change.approve')).toBe(plain('changes.refused.own'));
  expect(await s.pressAnyway('ed', asked, 'change.approve')).toContain(plain('bot.refused.guest'));
  expect(sent()).toEqual([]);

  expect(await s.pressApprove('bo', asked)).toContain('being removed');
  for (const where of everyCopy('ana', asked)) await cardOf(asked, shown('apps.removeUser.state.done'), where);
  expect(sent()).toEqual([
    '/v0.1/apps/northwind-payments/wallet-ios/users/tess.moran%2Bwallet%40contoso-audio.example',
  ]);
  expect(await takeOutAtVendor('wallet', cloud.appTester)).toBe(404);
});

it('a removal of an unknown user is reported as not done, and Fix opens the form with the answers', async () => {
  const asked = await asks('ana', 'ines.kalder@northwind.example from wallet because she has left');
  await s.pressApprove('bo', asked);
  const words = { email: 'ines.kalder@northwind.example', app: 'Payments Wallet for iOS' };
  for (const where of everyCopy('ana', asked)) {
    const card = wordsOf(await cardOf(asked, shown('apps.headline.notThere'), where));
    expect(card).toContain(shown('apps.failure.notThere', words));
  }
  const form = await s.pressForForm('ana', await cardOf(asked, '', asked.where), 'change.fix');
  expect(fieldsOf(form)).toMatchObject({ email: 'ines.kalder@northwind.example', reason: 'she has left' });
  const again = await s.sendRequest('ana', form, { email: 'ines.calder@northwind.example' });
  await s.pressApprove('bo', again);
  await cardOf(again, shown('apps.removeUser.state.done'));
});

it('a removal without an answer stays unclear, is reported to the operators and is not sent after its time', async () => {
  s.vendor.faults.set({ kind: 'reset-after', operation, count: 1 });
  const asked = await asks('di', 'max.weber@contoso-audio.example from terminal because we tidy up');
  await s.pressApprove('bo', asked);
  await s.until('the first call', async () => sent().length === 1);
  s.vendor.faults.set({ kind: 'refuse', status: 403, code: 'Forbidden', operation });
  await s.until('the call to be repeated', async () => sent().length > 1);
  s.clock.advance(HOUR);
  for (const where of [...everyCopy('di', asked), channels.alerts]) {
    await cardOf(asked, shown('apps.removeUser.state.unconfirmed'), where);
  }
  const before = sent().length;
  s.clock.advance(HOUR);
  await s.until('another look', async () => (await cardOf(asked, 'Unclear')) !== undefined);
  expect(sent()).toHaveLength(before);
});

it('the owner of the mailbox cannot decide, however the address is written', async () => {
  const asked = await asks('ana', 'Cy+tests@Northwind.example from terminal because access is over');
  expect(await s.pressAnyway('cy', asked, 'change.approve')).toBe(plain('changes.refused.own'));
  expect(await s.pressAnyway('cy', asked, 'change.deny', { 'change.deny.reason': 'I want to stay' })).toBe(
    plain('changes.refused.own'),
  );
  await s.pressDeny('bo', asked, 'Let us talk first');
});

it('a person who removes their own address needs no approval', async () => {
  const asked = await asks('cy', 'cy@northwind.example from terminal because I have moved on');
  await cardOf(asked, shown('apps.removeUser.state.done'), channels.general);
  expect(await takeOutAtVendor('terminal', 'cy@northwind.example')).toBe(404);
});

it('a removal of somebody else is refused without the right to request it', async () => {
  const form = await s.ask('fi', 'remove app user bo@northwind.example from wallet because I can');
  expect(answerOf(await s.press('fi', form, 'form.submit'))).toContain(plain('changes.refused.notAllowed'));
});

it.each([404, 410] as const)(
  'a retired service that answers %i is said to be that, and nothing done',
  async (status) => {
    s.vendor.faults.set({ kind: 'retired', status, operation });
    const asked = await asks('ana', 'bo@northwind.example from wallet because he has left');
    await s.pressApprove('cy', asked);
    const card = wordsOf(await cardOf(asked, shown('apps.removeUser.state.failed')));
    expect(card).toContain('retired on 31 March 2025');
  },
);

it('`remove` with an address opens the form; without one it offers what can be removed on buttons', async () => {
  const form = await s.ask('ana', 'remove max.weber@contoso-audio.example from wallet because we tidy up');
  expect(fieldsOf(form)).toEqual({ email: 'max.weber@contoso-audio.example', app: 'wallet', reason: 'we tidy up' });
  expect(wordsOf(form)).toContain('retired this service on 31 March 2025');
  for (const typed of ['remove', 'remove everything']) {
    const which = await s.ask('ana', typed);
    expect(wordsOf(which)).toContain(shown('apps.which'));
    expect(buttonsOf(which).map(({ title }) => title)).toEqual(['remove access', 'remove app user']);
  }
});

it('`who am I in apps` shows the token’s owner and permissions, and the service’s retirement', async () => {
  const card = await s.reply('ana', 'who am I in apps');
  for (const part of [
    'Steward',
    'steward-bot',
    'steward@northwind.example',
    'appcenter',
    shown('apps.rights.untold'),
  ]) {
    expect(card).toContain(part);
  }
  expect(card).toContain('retired this service on 31 March 2025');
});

it.each([
  [401, 'Unauthorized', 'unknown or revoked'],
  [403, 'Forbidden', 'most likely an app token'],
] as const)('`who am I in apps` that is refused with %i says which token is needed', async (status, code, words) => {
  s.vendor.faults.set({ kind: 'refuse', status, code, operation: 'getUserProfile' });
  expect(await s.reply('ana', 'who am I in apps')).toContain(words);
});
