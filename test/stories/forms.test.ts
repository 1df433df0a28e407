import { MINUTE } from '#platform/lib/clock.ts';
import type { TextName } from '#platform/lib/errors.ts';
import { buttonsOf, fieldsOf } from '../support/card-view.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { plain, refOf, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

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

it('the longest time stands beside “no end” only where the role may have none', async () => {
  const longest = async (role: string) => wordsOf(await s.ask('di', `request role ${role} on gateway`));
  expect(await longest('reader')).toContain(shown('access.limit.longest', { length: '90 days', endless: true }));
  expect(await longest('contributor')).toContain('14 days');
  expect(await longest('contributor')).not.toContain('no end');
});

it('a person without a requestable role is told so, with a remedy', async () => {
  const answer = await s.ask('fi', 'request role reader on payments for 2 days');
  expect(wordsOf(answer)).toContain(shown('access.form.nothing'));
  expect(fieldsOf(answer)).toEqual({});
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

describe('a typed answer', () => {
  it('may say “for” of the place and of the time', async () => {
    const where = personalChat('di');
    await s.ask('di', 'request role', { where });
    const all = await s.ask('di', 'reader for staging for 2 hours because the payouts fail', { where });
    expect(wordsOf(all)).toContain('Reader on Payments Staging');
    expect(fieldsOf(all)).toEqual({ duration: '2 hours', start: '', reason: 'the payouts fail' });
    await s.reply('di', 'cancel', { where });
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

it('a button on `my access` opens the form beside it', async () => {
  const mine = await s.ask('ana', 'my access');
  const form = await s.pressForForm('ana', mine, 'access.ask');
  expect(fieldsOf(await s.formOf('ana', form))).toEqual({ role: '', place: '' });
  const chosen = await s.sendForm('ana', form, { role: 'reader', place: 'gateway' });
  expect(fieldsOf(chosen)).toHaveProperty('duration');
});
