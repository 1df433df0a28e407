import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { fieldsOf } from '../support/card-view.ts';
import { personalChat, wordsOf } from '../support/steward.ts';
import { plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

type Mark = '✓' | '✗' | '–' | '?';
const line = (mark: Mark, text: string): string => `${mark}\n${text}`;
const _longest = (max: string): string => shown('access.preview.ExpirationRule', { max });

const _REASON_RULE = shown('access.preview.JustificationRule');

it('rules that fail stop the sending, beside their fields, and nothing typed is lost', async () => {
  const form = await s.ask('ana', 'request role secrets on payments for 2 days because I look');
  expect(wordsOf(form)).toContain(line('–', shown('access.preview.TicketingRule')));
  const typed = { duration: '40 days', reason: 'I look into it', ticket: '' };
  const refused = await s.sendForm('ana', form, typed);
  const words = wordsOf(refused);
  expect(words).toContain(plain('access.problem.tooLong', { asked: '40 days', max: '14 days' }));
  expect(words).toContain(plain('access.form.ticketMissing'));
  expect(words).toContain(line('✗', shown('access.preview.ExpirationRuleFails', { asked: '40 days', max: '14 days' })));
  expect(words).toContain(line('✗', shown('access.preview.TicketingRuleFails')));
  expect(fieldsOf(refused)).toMatchObject({ duration: '40 days', reason: 'I look into it' });
  const sent = await s.sendRequest('ana', refused, { ...typed, duration: '3 days', ticket: 'INC-7' });
  expect(sent.ref).toMatch(/^R-/);
});

it('a vendor that cannot be read stops nothing, and the form says what it could not read', async () => {
  s.clock.advance(HOUR);
  for (const operation of ['listRoleManagementPolicyAssignments', 'listEligibilitySchedules'] as const)
    s.vendor.faults.set({ kind: 'refuse', status: 500, code: 'Broken', operation });
  const form = await s.ask('di', 'request role contributor on gateway for 2 days because I look');
  expect(wordsOf(form)).toContain(line('?', shown('access.limit.unknown')));
  expect(wordsOf(form)).toContain(shown('access.preview.heldUnread'));
  s.vendor.faults.clear();
  await s.sendRequest('di', form);
});

it('a slow vendor delays the form no longer than the read of its limits', async () => {
  s.clock.advance(HOUR);
  s.vendor.faults.set({ kind: 'slow', ms: 60_000 });
  const form = wordsOf(await s.ask('di', 'request role reader on ledger for 2 days because I look'));
  expect(form).toContain(line('?', shown('access.limit.unknown')));
  expect(form).toContain(shown('access.preview.heldUnread'));
});

it('the people who decide stand there by stage', async () => {
  const single = wordsOf(await s.ask('ana', 'request role reader on ledger'));
  expect(single).toContain('Bo Lind');
  await s.replaceInPolicy(
    `      when: { role: [reader, contributor] }\n      ask: [payments, platform]\n      decide: [platform, security]`,
    `      when: { role: [reader, contributor] }\n      ask: [payments, platform]\n      stages: [{ decide: [platform] }, { decide: [security], approvals: 1 }]`,
  );
  const staged = wordsOf(await s.ask('ana', 'request role reader on ledger'));
  expect(staged).toMatch(/stage 1: .*Bo Lind.* · stage 2: .*Cy/);
  expect(staged).toContain(shown('access.preview.approvals', { needs: 2 }));
});

it('whoever of the deciders is away is named so', async () => {
  await s.reply('cy', 'my notices away until Friday', { where: personalChat('cy') });
  expect(wordsOf(await s.ask('ana', 'request role reader on ledger'))).toContain('Bo Lind or Cy Okafor (away)');
  await s.reply('cy', 'my notices away no', { where: personalChat('cy') });
});

it('the median stands there from three decisions on: of the same role and place, else of the place, else of all', async () => {
  const times = () => plain('access.preview.times');
  const open = async (sentence: string) => wordsOf(await s.ask('di', `request role ${sentence}`));
  expect(await open('owner on staging')).not.toContain(times());
  for (const [role, minutes] of [
    ['owner', 10],
    ['owner', 30],
    ['contributor', 20],
    ['reader', 60],
  ] as const) {
    const asked = await s.requestRole('di', `${role} on staging for 1 hour because I count`);
    s.clock.advance(minutes * MINUTE);
    await s.pressDeny('cy', asked, 'not today');
  }
  s.clock.advance(HOUR);
  const value = (waited: string, count: number, on: string) =>
    shown('access.preview.timesValue', { waited, count, on });
  expect(await open('secrets on staging')).toContain(value('25 minutes', 4, 'place'));
  expect(await open('owner on gateway')).toContain(value('25 minutes', 4, 'all'));
});

it('what the person holds there is listed: through a group, inherited, and what Steward granted just now', async () => {
  const before = wordsOf(await s.ask('ana', 'request role contributor on gateway'));
  expect(before).toContain('Reader (until ');
  expect(before).toMatch(/Reader \(permanent, through the group/);
  const asked = await s.requestApproved('ana', 'contributor on gateway for 2 days because I look');
  await s.cardSoon(asked, 'Eligible until');
  const after = wordsOf(await s.ask('ana', 'request role secrets on gateway'));
  expect(after).toContain('Contributor (until ');
});

it('where the policy says who may list assignments, the form in a channel does not say what its sender holds', async () => {
  const title = plain('access.preview.held');
  expect(wordsOf(await s.ask('ana', 'request role contributor on gateway'))).toContain(title);
  await s.replaceInPolicy('access:\n', 'access:\n  list: [platform]\n');
  expect(wordsOf(await s.ask('ana', 'request role contributor on gateway'))).not.toContain(title);
});
