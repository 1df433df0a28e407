import { fieldsOf } from '../support/card-view.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, changeIn, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const withCodeAndId = (code: string): RegExp => new RegExp(`${code} · id \\S+`);

describe('typed input', () => {
  it.each(['?', 'what is the weather like', '🙈', '${x} {{DATE(now)}} <at>Bo</at>'])(
    'what is no command (%s) leads to help',
    async (typed) => {
      expect(await s.reply('ana', typed)).toContain('help');
    },
  );

  it('a text of 100,000 characters is answered like any other', async () => {
    expect(await s.reply('ana', 'x'.repeat(100_000))).toContain(shown('bot.ownWords.cannot'));
  });

  it('a reason of 100,000 characters is not sent: its beginning stays in the form with the problem', async () => {
    const form = wordsOf(
      await s.ask('ana', `request role reader on payments for 2 days because ${'many words '.repeat(10_000)}`),
    );
    expect(form).toContain(plain('bot.form.tooLong', { max: 1_000 }));
    expect(form).toContain('many words many words');
    expect(form).not.toMatch(/R-[0-9A-Z]{5}/);
  });

  it('markup in a reason is shown as text, and a typed mention of nobody as its name', async () => {
    const reason = '${reason} **bold** [link](https://example.org)';
    const asked = await s.requestRole('ana', `reader on staging for 2 days because ${reason} <at>Bo Lind</at>`);
    expect(wordsOf(await s.cardOf(asked, 'Waiting'))).toContain(`${reason} Bo Lind`);
  });

  it.each([personalChat('ed'), channels.general])(
    'a guest’s command is refused without code or id (%s)',
    async (where) => {
      const refused = await s.ask('ed', 'my access', { where });
      expect(wordsOf(refused)).toContain(shown('bot.refused.guest'));
      expect(JSON.stringify(refused.cards)).not.toMatch(/Policy|correlation|attention| · id/i);
    },
  );

  it.each(['cancel request R-22222', 'cancel request nonsense'])('“%s” names no waiting request', async (typed) => {
    expect(await s.reply('cy', typed)).toMatch(/I found no request (R-22222|nonsense)/);
  });

  it('a request that only its requester could decide is refused', async () => {
    await s.replaceInPolicy('decide: [security]', 'decide: [platform]');
    const refused = await s.requestRoleAnswer('bo', 'owner on staging for 1 day because I move it');
    expect(refused).toContain('nobody can decide their own request');
  });
});

describe('a press', () => {
  it.each([
    ['a verb that nobody knows', 'change.explode', { change: 'x', terms: 1 }],
    ['no data', 'change.approve', {}],
    ['terms that are no number', 'change.approve', { change: 'x', terms: 'many' }],
    ['a list for an id', 'change.approve', { change: ['x'], terms: 1 }],
    ['a form without its id', 'form.submit', { what: 'payments/owner' }],
    ['a form that there is not', 'form.submit', { form: 'x', name: 'access.everything' }],
    ['a page that is none', 'access.mine', { page: -1 }],
  ])('%s: nothing happens, and the person is told', async (_what, verb, data) => {
    const asked = await s.requestRole('di', 'reader on ledger for 2 days because I count');
    const card = await s.cardOf(asked, 'Waiting');
    expect(answerOf(await s.teams.act('bo', card.id, verb, data))).toBe(plain('bot.refused.press'));
    await s.ask('di', `cancel request ${asked.ref}`);
    expect(s.sentRequests()).toHaveLength(0);
  });

  it('for an unknown request is refused', async () => {
    const asked = await s.requestRole('di', 'reader on ledger for 3 days because I count');
    const card = await s.cardOf(asked, 'Waiting');
    const data = { change: 'no-such-change', terms: 1 };
    for (const verb of ['change.approve', 'change.cancel', 'change.fix']) {
      expect(answerOf(await s.teams.act('bo', card.id, verb, data))).toBe(plain('changes.refused.elsewhere'));
    }
    for (const verb of ['change.show']) {
      expect(answerOf(await s.teams.act('bo', card.id, verb, data))).toBe(plain('changes.refused.unknown'));
    }
    await s.ask('di', `cancel request ${asked.ref}`);
  });

  it('on another version of the terms decides nothing', async () => {
    const asked = await s.requestRole('di', 'reader on staging for 2 days because I count');
    const card = await s.cardOf(asked, 'Waiting');
    const data = { change: changeIn(card), terms: 7 };
    expect(answerOf(await s.teams.act('bo', card.id, 'change.approve', data))).toBe(
      plain('changes.refused.termsChanged'),
    );
    await s.cardOf(asked, 'Waiting');
  });

  it('with an identity, role and state in its data uses none of them', async () => {
    const asked = await s.requestRole('di', 'contributor on ledger for 2 days because I count');
    const card = await s.cardOf(asked, 'Waiting');
    const forged = { change: changeIn(card), terms: 1, person: 'bo', state: 'approved', role: 'owner', approved: true };
    expect(answerOf(await s.teams.act('di', card.id, 'change.approve', forged))).toBe(plain('changes.refused.own'));
    await s.teams.act('bo', card.id, 'change.approve', forged);
    await s.cardOf(asked, 'Eligible until');
    expect(await s.listedRole('di', 'ledger', 'contributor')).toHaveLength(1);
    expect(await s.listedRole('di', 'ledger', 'owner')).toHaveLength(0);
  });

  it('with a reason and a duration of 100,000 characters is refused', async () => {
    const asked = await s.requestRole('di', 'contributor on staging for 2 days because I count');
    const card = await s.cardOf(asked, 'Waiting');
    const long = 'y'.repeat(100_000);
    const refused = answerOf(await s.press('bo', card, 'change.approve', { shorter: long }));
    expect(refused).toContain(plain('access.shorter.unreadable'));
    await s.press('bo', card, 'change.deny', { reason: long });
    expect(wordsOf(await s.cardOf(asked, 'Denied by Bo Lind', channels.general))).toContain('yyy…');
  });
});

describe('a delivered activity', () => {
  it.each([
    ['nothing', {}],
    ['a message from nobody', { type: 'message', id: '1', text: 'help', channelId: 'msteams' }],
    ['a list for a text', { type: 'message', id: '2', text: ['help'], from: { id: 1 }, conversation: [] }],
    ['an invoke without a value', { type: 'invoke', id: '3', name: 'adaptiveCard/action' }],
  ])('%s is rejected, and the bot continues', async (_what, activity) => {
    const { status } = await s.teams.deliver(activity);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await s.reply('ana', 'help')).toContain('request role');
  });
});

describe('while the vendor is unreachable', () => {
  const away = { kind: 'refuse', status: 403, code: 'AuthorizationFailed' } as const;

  it.each(['my access', 'who has access to payments', 'remove access'])(
    '“%s” says so, with a code and an id',
    async (typed) => {
      s.vendor.faults.set(away);
      const told = await s.reply('ana', typed);
      expect(told).toContain(shown('bot.error.failed'));
      expect(told).toMatch(withCodeAndId('Vendor.AuthorizationFailed'));
    },
  );

  it('a press on a form reports the error, keeps the answers and works later', async () => {
    const form = await s.ask('ana', 'remove access reader on gateway');
    s.clock.advance(60_000);
    s.vendor.faults.set(away);
    const refused = answerOf(await s.press('ana', form, 'form.submit', { reason: 'I am done' }));
    expect(refused).toContain('Vendor.AuthorizationFailed');
    expect(fieldsOf(await s.formOf('ana', form))).toHaveProperty('reason');
    s.vendor.faults.clear();
    await s.sendForm('ana', form, { reason: 'I am done' });
    await s.until('its end at the vendor', async () => (await s.listedRole('ana', 'gateway', 'reader')).length === 0);
  });
});
