import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import type { TextName } from '#platform/lib/text-key.ts';
import { buttonsOf, fieldsOf } from '../support/card-view.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, plain, refOf, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const chat = { where: personalChat('ana') };

const s = steward();

it('details missing in the command are asked for, with the limits of the chosen role', async () => {
  const form = await s.ask('ana', 'request role');
  const details = await s.sendForm('ana', form, { role: 'contributor', place: 'payments' });
  expect(wordsOf(details)).toContain('14 days');
  expect(wordsOf(details)).not.toContain(shown('access.preview.MfaRule'));
  const asked = await s.sendForm('ana', details, { duration: '5 days', reason: 'I mend payouts' });
  expect(wordsOf(asked)).toContain(refOf(asked));
  const card = wordsOf(await s.cardOf({ ref: refOf(asked) }, 'Waiting'));
  expect(card).toContain('Contributor on Payments Production');
  expect(card).toContain('I mend payouts');
});

it('details in the command are already in the form', async () => {
  const form = await s.ask('ana', 'request role contributor on ledger for 3 days');
  expect(fieldsOf(form)).toEqual({ duration: '3 days', start: '', reason: '' });
});

it('the longest time stands beside “no end” only where the role may have none', async () => {
  const longest = async (role: string) => wordsOf(await s.ask('di', `request role ${role} on gateway`));
  expect(await longest('reader')).toContain(shown('access.limit.longest', { length: '90 days', endless: true }));
  expect(await longest('contributor')).toContain('14 days');
  expect(await longest('contributor')).not.toContain('no end');
});

it('a word of the sentence that the policy does not know is told, and the rest is filled in', async () => {
  const form = await s.ask('ana', 'request role emperor on ledger for 3 days');
  expect(wordsOf(form)).toContain('emperor');
  expect(fieldsOf(form)).toMatchObject({ place: 'ledger' });
});

it('a person without a requestable role is told so, with a remedy', async () => {
  const answer = await s.ask('fi', 'request role reader on payments for 2 days');
  expect(wordsOf(answer)).toContain(shown('access.form.nothing'));
  expect(fieldsOf(answer)).toEqual({});
});

it('a number that is too large is reported beside its field, and no answer is lost', async () => {
  const form = await s.ask('ana', 'request role contributor on staging');
  const typed = { duration: '40 days', reason: 'because ${x} and *y*' };
  const refused = await s.sendForm('ana', form, typed);
  expect(fieldsOf(refused)).toEqual({ ...typed, start: '' });
  const said = plain('access.problem.tooLong', { asked: '40 days', max: '14 days' });
  expect(wordsOf(refused)).toContain(said);
  const fixed = await s.sendForm('ana', refused, { duration: '14 days' });
  expect(wordsOf(await s.cardOf({ ref: refOf(fixed) }, 'Waiting'))).toContain('because ${x} and *y*');
});

it('what was typed before “Back” is kept, even what is missing or wrong', async () => {
  const first = await s.sendForm('ana', await s.ask('ana', 'request role'), { role: 'reader', place: 'payments' });
  const typed = { duration: 'a while', reason: 'I mend payouts' };
  await s.press('ana', first, 'form.back', typed);
  const before = await s.formOf('ana', first);
  expect(fieldsOf(before)).toEqual({ role: 'reader', place: 'payments' });
  const again = await s.sendForm('ana', before, { role: 'contributor', place: 'payments' });
  expect(fieldsOf(again)).toEqual({ ...typed, start: '' });
  expect(wordsOf(again)).toContain('Contributor on Payments Production');
});

it('the form of a request that waits already leads to it, and keeps what was typed', async () => {
  const wish = 'reader on ledger for 2 days because I look';
  const asked = await s.requestRole('ana', wish);
  const same = await s.sendForm('ana', await s.ask('ana', `request role ${wish}`), {});
  expect(wordsOf(same)).toContain(
    plain('changes.refused.alreadyOpen', { ref: asked.ref, mine: true, who: 'Ana Rossi' }),
  );
  expect(fieldsOf(same)).toMatchObject({ duration: '2 days', reason: 'I look' });
  const title = plain('requests.showThis', { ref: asked.ref });
  expect(await s.pressTitled('ana', same, title)).toBe(plain('requests.shown', { ref: asked.ref }));
});

it.each<[string, Record<string, string>, TextName<'access.problem'>]>([
  ['a length that cannot be read', { duration: 'a while' }, 'length'],
  ['a start that has passed', { duration: '2 days', start: '2020-01-01 09:00' }, 'startPast'],
  ['no end where one is wanted', { duration: 'no end' }, 'endRequired'],
  ['a start that is too far ahead', { duration: '2 days', start: '2099-01-01' }, 'startLate'],
  ['an end that is too near', { duration: '1 minute' }, 'tooShort'],
])('%s is reported beside its field', async (_what, fields, problem) => {
  const form = await s.ask('ana', 'request role contributor on gateway because I look');
  const refused = await s.sendForm('ana', form, fields);
  expect(wordsOf(refused)).toContain(
    plain(`access.problem.${problem}`, { max: '14 days', within: '30 days', endless: false }),
  );
  expect(fieldsOf(refused)).toMatchObject({ ...fields, reason: 'I look' });
});

it('a role that requires a ticket asks for its number', async () => {
  const form = await s.ask('ana', 'request role secrets on staging for 2 days because the key is wrong');
  expect(fieldsOf(form)).toHaveProperty('ticket', '');
  const asked = { ref: refOf(await s.sendForm('ana', form, { ticket: 'INC-7' })), where: channels.general };
  await s.pressApprove('cy', asked);
  await s.cardOf(asked, 'Eligible until');
  expect(s.sentRequests()[0]?.body.Properties.TicketInfo?.TicketNumber).toBe('INC-7');
});

it('somebody else’s press on Ana’s form does nothing', async () => {
  const form = await s.ask('ana', 'request role owner on ledger');
  const filled = { duration: '1 day', reason: 'not mine' };
  expect(answerOf(await s.press('di', form, 'form.submit', filled))).toBe(plain('bot.form.notYours'));
  expect(answerOf(await s.press('di', form, 'form.cancel'))).toBe(plain('bot.form.notYours'));
  const sent = await s.sendForm('ana', form, { duration: '1 day', reason: 'mine' });
  expect(wordsOf(await s.cardOf({ ref: refOf(sent) }, 'Waiting'))).toContain('mine');
});

it('typed text answers the next question, a choice by its title', async () => {
  await s.ask('ana', 'request role', chat);
  expect(fieldsOf(await s.ask('ana', 'contributor on gateway', chat))).toHaveProperty('duration', '');
  expect(fieldsOf(await s.ask('ana', '2 days', chat))).toHaveProperty('duration', '2 days');
  await s.ask('ana', 'I rotate the certificates', chat);
  const asked = await s.ask('ana', 'send', chat);
  expect(wordsOf(await s.cardOf({ ref: refOf(asked) }, 'Waiting'))).toContain('I rotate the certificates');
});

it('unreadable text is reported beside its field, and a command is still a command', async () => {
  await s.ask('ana', 'request role reader on ledger', chat);
  expect(await s.reply('ana', 'for as long as it takes', chat)).toContain(
    plain('access.problem.length', { endless: true }),
  );
  expect(await s.reply('ana', 'whoami', chat)).toContain('Ana Rossi');
  await s.ask('ana', '3 days', chat);
  expect(await s.reply('ana', 'send', chat)).toMatch(/R-[0-9A-Z]{5}/);
});

describe('a typed answer', () => {
  it('closes the older copy of the form, which has no button any more', async () => {
    const first = await s.ask('di', 'request role', { where: personalChat('di') });
    await s.ask('di', 'contributor', { where: personalChat('di') });
    const closed = await s.until('the older copy closed', async () => {
      const seen = await s.formOf('di', first);
      return buttonsOf(seen).length === 0 && seen;
    });
    expect([wordsOf(closed), fieldsOf(closed)]).toEqual([expect.stringContaining(shown('bot.form.continued')), {}]);
    await s.ask('di', 'cancel', { where: personalChat('di') });
  });

  it('may be a whole sentence: the form shows all of it, and only “send” sends it', async () => {
    await s.ask('di', 'request role', { where: personalChat('di') });
    const all = await s.ask('di', 'reader on staging for 2 hours because the payouts fail', {
      where: personalChat('di'),
    });
    expect([wordsOf(all), fieldsOf(all)]).toEqual([
      expect.stringContaining('Reader on Payments Staging'),
      { duration: '2 hours', start: '', reason: 'the payouts fail' },
    ]);
    expect(s.sentRequests()).toHaveLength(0);
    const sent = refOf(await s.ask('di', 'send', { where: personalChat('di') }));
    // Its end would be told in the chat where other stories read their answers.
    await s.ask('di', `withdraw ${sent}`, { where: personalChat('di') });
  });

  it('“skip” also passes over an optional question whose answer could not be read, and empties it', async () => {
    const where = personalChat('di');
    await s.ask('di', 'request role reader on ledger for 2 days because I look', { where });
    expect(fieldsOf(await s.ask('di', 'sometime', { where }))).toMatchObject({ start: 'sometime' });
    expect(fieldsOf(await s.ask('di', 'skip', { where }))).toMatchObject({ start: '' });
    await s.ask('di', 'cancel', { where });
  });

  it('may say “for” of the place and of the time', async () => {
    const where = personalChat('di');
    await s.ask('di', 'request role', { where });
    const all = await s.ask('di', 'reader for staging for 2 hours because the payouts fail', { where });
    expect(wordsOf(all)).toContain('Reader on Payments Staging');
    expect(fieldsOf(all)).toEqual({ duration: '2 hours', start: '', reason: 'the payouts fail' });
    await s.reply('di', 'cancel', { where });
  });

  it('may be “back”, “skip” or “cancel”', async () => {
    const where = personalChat('bo');
    await s.ask('bo', 'request role reader on ledger for 2 days because I look', { where });
    expect(await s.reply('bo', 'skip', { where })).toContain(plain('bot.form.skipped'));
    expect(fieldsOf(await s.ask('bo', 'back', { where }))).toEqual({ role: 'reader', place: 'ledger', person: '' });
    expect(await s.reply('bo', 'forget it', { where })).toContain(shown('bot.form.putAway'));
  });
});

it('what was asked for lately is offered first: by the person, then by others in the same channel', async () => {
  const firstOf = async (as: 'bo' | 'di', where: string) => {
    s.clock.advance(MINUTE);
    const form = await s.ask(as, 'request role', { where });
    // Whom it is for comes last.
    return buttonsOf(form)
      .find(({ inputs }) => inputs.length > 0)
      ?.inputs.slice(0, 2)
      .map(({ choices }) => choices[0]);
  };
  const { ref } = await s.requestRole('di', 'owner on gateway for 1 day because I look', channels.finance);
  expect(await firstOf('bo', channels.alerts)).toEqual(['reader', 'payments']);
  expect(await firstOf('bo', channels.finance)).toEqual(['owner', 'gateway']);
  await s.requestRole('bo', 'contributor on staging for 1 day because I look', channels.general);
  expect(await firstOf('bo', channels.finance)).toEqual(['contributor', 'staging']);
  // Its end would be told in the chat where other stories read their answers.
  await s.ask('di', `withdraw ${ref}`, { where: channels.finance });
});

it('a button from before role and place were two questions still opens and fills the form', async () => {
  const form = await s.ask('bo', 'request role');
  const data = buttonsOf(form).find(({ verb }) => verb === 'form.submit')?.data;
  const old = { form: data?.['form'], name: data?.['name'], what: 'staging/reader' };
  await s.teams.act('bo', form.id, 'form.submit', old);
  expect(wordsOf(await s.formOf('bo', form))).toContain('Reader on Payments Staging');
});

it('“never mind” closes the form, typed or pressed', async () => {
  await s.ask('ana', 'request role reader on staging', chat);
  expect(await s.reply('ana', 'never mind', chat)).toContain(shown('bot.form.putAway'));
  const form = await s.ask('ana', 'request role reader on staging', chat);
  expect(answerOf(await s.press('ana', form, 'form.cancel'))).toContain(shown('bot.form.putAway'));
  expect(await s.reply('ana', '2 days', chat)).toContain(shown('bot.ownWords.cannot'));
});

it('a form continues with its answers after a day', async () => {
  const form = await s.ask('ana', 'request role', chat);
  s.clock.advance(25 * HOUR);
  const details = await s.sendForm('ana', form, { role: 'reader', place: 'staging' });
  const asked = await s.sendForm('ana', details, { duration: '2 days' });
  expect(wordsOf(asked)).toContain('Reader on Payments Staging');
  expect(wordsOf(asked)).toContain(refOf(asked));
});

it('a form continues with its answers after another was opened', async () => {
  const form = await s.ask('di', 'request role', { where: personalChat('di') });
  await s.sendForm('di', form, { role: 'contributor', place: 'ledger' });
  await s.ask('di', 'request role reader on staging', { where: personalChat('di') });
  const asked = await s.sendForm('di', form, { duration: '2 days', reason: 'I close the month' });
  expect(wordsOf(asked)).toContain('Contributor on Ledger');
  expect(wordsOf(asked)).toContain('I close the month');
});

it('a repeated request is refused with the name of the first', async () => {
  const first = await s.requestRole('di', 'owner on payments for 1 day because I move it');
  expect(await s.requestRoleAnswer('di', 'owner on payments for 1 day because I move it still')).toContain(first.ref);
});

it('if the vendor’s limits cannot be read, the form says so and the request continues', async () => {
  s.clock.advance(HOUR);
  s.vendor.faults.set({
    kind: 'refuse',
    status: 500,
    code: 'Broken',
    operation: 'listRoleManagementPolicyAssignments',
  });
  const form = await s.ask('di', 'request role reader on gateway');
  expect(wordsOf(form)).toContain(shown('access.limit.unknown'));
  expect(fieldsOf(form)).toMatchObject({ reason: '', ticket: '' });
  const asked = { ref: refOf(await s.sendForm('di', form, { duration: '2 days' })), where: channels.general };
  await s.pressApprove('bo', asked);
  await s.cardOf(asked, 'Eligible until');
  expect(await s.listedRole('di', 'gateway', 'reader')).toHaveLength(1);
});

it('a button on `my access` opens the form beside it', async () => {
  const mine = await s.ask('ana', 'my access');
  const form = await s.pressForForm('ana', mine, 'access.ask');
  expect(fieldsOf(await s.formOf('ana', form))).toEqual({ role: '', place: '' });
  const chosen = await s.sendForm('ana', form, { role: 'reader', place: 'gateway' });
  expect(fieldsOf(chosen)).toHaveProperty('duration');
});
