import { buttonsOf, fieldsOf } from '../support/card-view.ts';
import { channels, personalChat, type Steward, startSteward, wordsOf } from '../support/steward.ts';
import {
  ask,
  cardOf,
  freshStory,
  listedRole,
  plain,
  pressApprove,
  sendForm,
  sentRequests,
  shown,
  wish,
  wishApproved,
} from '../support/story.ts';

const chat = { where: personalChat('ana') };
const DAY = 86_400_000;

let s: Steward;
beforeAll(async () => {
  s = await startSteward();
});
beforeEach(() => freshStory(s));
afterAll(() => s.end());

const choicesOn = (form: Awaited<ReturnType<typeof ask>>): readonly string[] =>
  buttonsOf(form)[0]?.inputs[0]?.choices ?? [];

describe('what was not recognised', () => {
  it('in a command is said to be unknown, and what comes near to it is offered', async () => {
    const form = await ask(s, 'ana', 'request role contributor on payments prod for 2 days');
    expect(wordsOf(form)).toContain(shown('access.form.unknown', { said: 'payments prod' }));
    expect(choicesOn(form)).toEqual(['payments/contributor']);
  });

  it('typed as an answer is no refusal, and the near ones are named', async () => {
    await ask(s, 'ana', 'request role', chat);
    const form = await ask(s, 'ana', 'contributer at paymnets staging', chat);
    const near = plain('access.form.offer', { role: 'Contributor', place: 'Payments Staging' });
    expect(wordsOf(form)).toContain(`Did you mean ${near}?`);
    expect(choicesOn(form)).toEqual(['staging/contributor']);
    expect(wordsOf(form)).not.toContain(plain('access.problem.notOffered'));
  });

  it('is the way in which the command names it, too', async () => {
    await ask(s, 'ana', 'request role', chat);
    expect(fieldsOf(await ask(s, 'ana', 'contributor on staging', chat))).toHaveProperty('duration', '');
  });
});

it('what the policy knows and does not let somebody ask for is refused by that name', async () => {
  await s.writePolicy((text) =>
    text.replace(
      'when: { role: [reader, contributor] }',
      'when: { role: [reader, contributor], place: [payments, ledger, gateway] }',
    ),
  );
  const form = wordsOf(await ask(s, 'ana', 'request role contributor on staging for 2 days'));
  expect(form).toContain(shown('access.form.notOffered', { said: 'Contributor · Payments Staging' }));
  await ask(s, 'ana', 'request role', chat);
  expect(wordsOf(await ask(s, 'ana', 'contributor on staging', chat))).toContain(plain('access.problem.notOffered'));
});

it('an answer that was meant for another question is shown and not sent', async () => {
  await ask(s, 'ana', 'request role reader on ledger because the balance is wrong', chat);
  const taken = wordsOf(await ask(s, 'ana', '2 days', chat));
  expect(taken).toContain(plain('bot.form.taken', { label: plain('access.form.duration'), said: '2 days' }));
  expect(taken).toContain(shown('bot.form.send'));
  const started = await ask(s, 'ana', 'starting when?: tomorrow 9', chat);
  expect(fieldsOf(started)).toMatchObject({ duration: '2 days', start: 'tomorrow 9', reason: 'the balance is wrong' });
  expect(wordsOf(await ask(s, 'ana', 'tomorrow 10', chat))).not.toMatch(/R-[0-9A-Z]{5}/);
  expect(sentRequests(s)).toHaveLength(0);
});

describe('a role that is held already', () => {
  it('is said so when it is asked for, with its end, before anybody is asked to approve it', async () => {
    const first = await wishApproved(s, 'ana', 'reader on payments for 5 days because I look');
    await cardOf(s, first, 'Eligible until');
    const again = await ask(s, 'ana', 'request role reader on payments for 10 days because I look longer');
    expect(wordsOf(again)).toMatch(/You hold Reader on .* already, until/);
    expect(wordsOf(again)).not.toMatch(/R-[0-9A-Z]{5}/);
  });

  it('may be asked for from its end on', async () => {
    const form = await ask(s, 'ana', 'request role reader on payments for 10 days because I look longer');
    const start = new Date(s.clock.now() + 6 * DAY).toISOString().slice(0, 10);
    expect(wordsOf(await sendForm(s, 'ana', form, { start: `${start} 09:00` }))).toMatch(/R-[0-9A-Z]{5}/);
  });

  it('is asked for all the same where the vendor’s list cannot be read', async () => {
    const first = await wishApproved(s, 'di', 'reader on ledger for 5 days because I look');
    await cardOf(s, first, 'Eligible until');
    await s.until('the list', async () => (await listedRole(s, 'di', 'ledger', 'reader')).length > 0);
    s.clock.advance(DAY);
    s.vendor.faults.set({ kind: 'unavailable', retryAfter: 0, operation: 'listEligibilitySchedules' });
    await wish(s, 'di', 'reader on ledger for 10 days because I look longer', channels.general);
  });

  it('is known by Steward’s own record while the vendor’s list lags behind', async () => {
    s.vendor.faults.set({ kind: 'list-lag', ms: DAY, operation: 'listEligibilitySchedules' });
    const asked = await wish(s, 'ana', 'reader on ledger for 5 days because lists lag');
    await pressApprove(s, 'bo', asked);
    await cardOf(s, asked, 'Eligible until');
    expect(wordsOf(await ask(s, 'ana', 'request role reader on ledger for 2 days because I ask twice'))).toContain(
      'already, until',
    );
  });

  it('may be asked for anew as soon as it was removed', async () => {
    const form = await ask(s, 'ana', 'remove access reader on payments because it is over');
    const [held] = choicesOn(form);
    await sendForm(s, 'ana', form, { holding: held ?? '' });
    await s.until('its end', async () => (await listedRole(s, 'ana', 'payments', 'reader')).length === 0);
    await wish(s, 'ana', 'reader on payments for 2 days because it goes on');
  });
});
