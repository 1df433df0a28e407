import { DAY } from '#platform/lib/clock.ts';
import { buttonsOf, fieldsOf } from '../support/card-view.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { type ask, PAST_MINIMUM, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const chat = { where: personalChat('ana') };

const s = steward();

const choicesOn = (form: Awaited<ReturnType<typeof ask>>): readonly string[] =>
  buttonsOf(form).find(({ inputs }) => inputs.length > 0)?.inputs[0]?.choices ?? [];

it('a sentence without a role opens the form, and the first page shows what the next one has', async () => {
  const form = await s.ask('ana', 'I need access to payments for 2 days because the app_v2 job fails');
  expect(fieldsOf(form)).toEqual({ role: '', place: 'payments' });
  expect(wordsOf(form)).toContain(shown('access.form.alreadyNamed', { details: '2 days · the app_v2 job fails' }));
  const next = await s.sendForm('ana', form, { role: 'reader' });
  expect(fieldsOf(next)).toMatchObject({ duration: '2 days', reason: 'the app_v2 job fails' });
});

describe('a role or place that is misspelt', () => {
  it('in a command is taken for the only one that is near, and the form says so', async () => {
    const form = await s.ask('ana', 'request role contribtor on payments prod for 2 days');
    expect(fieldsOf(form)).toMatchObject({ duration: '2 days' });
    expect(wordsOf(form)).toContain('Contributor on Payments Production');
    for (const [said, title] of [
      ['contribtor', 'Contributor'],
      ['payments prod', 'Payments Production'],
    ])
      expect(wordsOf(form)).toContain(shown('bot.form.guessed', { said: said ?? '', title: title ?? '' }));
  });

  it('needs no “on” between them', async () => {
    const form = await s.ask('ana', 'request role contributor payments for 2 days');
    expect(wordsOf(form)).toContain('Contributor on Payments Production');
  });

  it('that is near to several is asked for, and they are named', async () => {
    const form = await s.ask('ana', 'request role reader on pay for 2 days');
    expect(fieldsOf(form)).toMatchObject({ role: 'reader' });
    expect(wordsOf(form)).toContain('I found no place called “pay”. Did you mean Payments');
  });

  it('in an answer is said to be unknown, and similar ones are named', async () => {
    await s.ask('ana', 'request role', chat);
    const form = await s.ask('ana', 'contributer of the paymnets', chat);
    expect(wordsOf(form)).toContain('Did you mean Contributor?');
    expect(fieldsOf(await s.ask('ana', 'contributor on staging', chat))).toHaveProperty('duration', '');
  });
});

it('a role that the person may not request is refused by its name', async () => {
  const rule = 'when: { role: [reader, contributor]';
  await s.replaceInPolicy(`${rule} }`, `${rule}, place: [payments, ledger, gateway] }`);
  const form = await s.ask('ana', 'request role contributor on staging for 2 days');
  expect(fieldsOf(form)).toEqual({ role: 'contributor', place: 'staging' });
  expect(wordsOf(form)).toContain('You cannot request Contributor on Payments Staging. It is possible on ');
  expect(wordsOf(form)).toContain('On Payments Staging you can request ');
  const chosen = await s.sendForm('ana', form, { place: 'ledger' });
  expect(fieldsOf(chosen)).toMatchObject({ duration: '2 days' });
});

it('an answer that fits another question is shown and not sent', async () => {
  await s.ask('ana', 'request role reader on ledger because the balance is wrong', chat);
  const taken = await s.reply('ana', '2 days', chat);
  expect(taken).toContain(plain('bot.form.nextOptional', { kind: 'personal' }));
  const started = await s.ask('ana', 'starting when?: tomorrow 9', chat);
  expect(fieldsOf(started)).toMatchObject({ duration: '2 days', start: 'tomorrow 9', reason: 'the balance is wrong' });
  expect(await s.reply('ana', 'tomorrow 10', chat)).not.toMatch(/R-[0-9A-Z]{5}/);
  expect(s.sentRequests()).toHaveLength(0);
});

describe('a role that the person already has', () => {
  it('is refused with its end before any approval', async () => {
    const first = await s.requestApproved('ana', 'reader on payments for 5 days because I look');
    await s.cardOf(first, 'Eligible until');
    const again = await s.ask('ana', 'request role reader on payments for 10 days because I look longer');
    expect(wordsOf(again)).toMatch(/You are already eligible for Reader on .* until/);
    expect(wordsOf(await s.sendForm('ana', again, {}))).not.toMatch(/R-[0-9A-Z]{5}/);
  });

  it('can be requested from its end on', async () => {
    const form = await s.ask('ana', 'request role reader on payments for 10 days because I look longer');
    const start = new Date(s.clock.now() + 6 * DAY).toISOString().slice(0, 10);
    expect(wordsOf(await s.sendForm('ana', form, { start: `${start} 09:00` }))).toMatch(/R-[0-9A-Z]{5}/);
  });

  it('can be requested while the vendor’s list cannot be read', async () => {
    const first = await s.requestApproved('di', 'reader on ledger for 5 days because I look');
    await s.cardOf(first, 'Eligible until');
    await s.until('the list', async () => (await s.listedRole('di', 'ledger', 'reader')).length > 0);
    s.clock.advance(DAY);
    s.vendor.faults.set({ kind: 'unavailable', retryAfter: 0, operation: 'listEligibilitySchedules' });
    await s.requestRole('di', 'reader on ledger for 10 days because I look longer', channels.general);
  });

  it('is known by Steward’s own record while the vendor’s list lags behind', async () => {
    s.vendor.faults.set({ kind: 'list-lag', ms: DAY, operation: 'listEligibilitySchedules' });
    const asked = await s.requestRole('ana', 'reader on ledger for 5 days because lists lag');
    await s.pressApprove('bo', asked);
    await s.cardOf(asked, 'Eligible until');
    expect(await s.requestRoleAnswer('ana', 'reader on ledger for 2 days because I ask twice')).toContain(
      'You are already eligible for Reader on Ledger until',
    );
  });

  it('can be requested again as soon as it is removed', async () => {
    s.clock.advance(PAST_MINIMUM);
    const form = await s.ask('ana', 'remove access reader on payments because it is over');
    const [held] = choicesOn(form);
    await s.sendForm('ana', form, { holding: held ?? '' });
    await s.until('its end', async () => (await s.listedRole('ana', 'payments', 'reader')).length === 0);
    await s.requestRole('ana', 'reader on payments for 2 days because it goes on');
  });
});
