import { MINUTE } from '#platform/lib/clock.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { type RequestRef, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const anasChat = personalChat('ana');
const bosChat = personalChat('bo');

const FOR_ANA = 'for Ana Rossi for 4h because she closes the books';

const statesIn = async (where: string, { ref }: RequestRef): Promise<boolean> =>
  (await s.teams.messages(where)).some((message) => message.cards.length > 0 && wordsOf(message).includes(ref));

describe('a role asked for in another person’s place', () => {
  it('goes to the approvers only when that person accepts, names both, and is decided by neither', async () => {
    const form = await s.ask('bo', `request role reader on staging ${FOR_ANA}`);
    expect(wordsOf(form)).toContain('Ana Rossi, who is asked first');
    const asked = await s.sendRequest('bo', form);
    const question = await s.cardOf(asked, 'Waiting for Ana Rossi to accept', anasChat);
    expect(wordsOf(question)).toMatch(/Requested by\s+Bo Lind/);
    expect(await statesIn(channels.approvals, asked)).toBe(false);
    for (const who of ['bo', 'cy', 'di'] as const)
      expect(await s.offeredTo(who, await s.cardOf(asked, '', channels.general))).not.toContain('change.accept');

    await s.press('ana', question, 'change.accept');
    const card = await s.cardOf(asked, 'Waiting for approval');
    expect(wordsOf(card)).toContain('**Ana Rossi** accepted it');
    for (const who of ['ana', 'bo'] as const) expect(await s.offeredTo(who, card)).not.toContain('change.approve');
    expect(await s.pressAnyway('bo', asked, 'change.approve')).toContain(shown('changes.refused.own'));
    await s.pressApprove('cy', asked);
    await s.cardOf(asked, 'Eligible until', anasChat);
    await s.cardOf(asked, 'Eligible until', bosChat);
    expect(await s.listedRole('ana', 'staging', 'reader')).toHaveLength(1);
    expect(await s.listedRole('bo', 'staging', 'reader')).toHaveLength(0);
    expect(await s.reply('ana', 'my access', { where: anasChat })).toContain('Reader on Payments Staging');
  });

  it('is withdrawn by the other person’s No, thanks, and the requester is told', async () => {
    const asked = await s.requestRole('bo', `contributor on staging ${FOR_ANA}`);
    const question = await s.cardOf(asked, 'Waiting for Ana Rossi to accept', anasChat);
    await s.press('ana', question, 'change.refuse', { reason: 'I have it already' });
    await s.cardOf(asked, 'Withdrawn by Ana Rossi', channels.general);
    const told = await s.cardOf(asked, 'Withdrawn by Ana Rossi', bosChat);
    expect(wordsOf(told)).toContain('I have it already');
    expect(await statesIn(channels.approvals, asked)).toBe(false);
  });

  it('goes to the approvers at once where the person is only told, and either of the two can withdraw it', async () => {
    const asked = await s.requestRole('bo', 'owner on ledger for Ana Rossi for 1 day because she moves it');
    await s.cardOf(asked, 'Waiting for approval');
    await s.cardOf(asked, 'Waiting for approval', anasChat);
    expect(await s.reply('ana', 'my requests', { where: anasChat })).toContain('asked for you by Bo Lind');
    expect(await s.reply('ana', `cancel request ${asked.ref}`, { where: anasChat })).toContain(
      'Withdrawn by Ana Rossi',
    );
    await s.cardOf(asked, 'Withdrawn by Ana Rossi', bosChat);
  });

  it('is given back by whoever asked for it', async () => {
    const asked = await s.requestRole('bo', `contributor on gateway ${FOR_ANA}`);
    await s.press('ana', await s.cardOf(asked, 'Waiting for Ana Rossi', anasChat), 'change.accept');
    await s.pressApprove('cy', asked);
    const card = await s.cardOf(asked, 'Eligible until', channels.general);
    expect(await s.offeredTo('bo', card)).toEqual(expect.arrayContaining(['access.remove', 'access.extend']));
    await s.press('bo', card, 'access.remove', { reason: 'the books are closed' });
    await s.cardOf(asked, 'Being removed by Bo Lind', anasChat);
    s.clock.advance(10 * MINUTE);
    await s.cardSoon(asked, 'Removed by Bo Lind', anasChat);
  });

  it('is refused for a guest, somebody of another tenant and a stranger', async () => {
    for (const who of ['Ed Rossi', 'Noor Haddad', 'Nobody Known'])
      expect(await s.reply('bo', `request role reader on staging for ${who} for 4h because he asked me`)).toContain(
        who,
      );
  });

  it('is asked in the form too', async () => {
    const form = await s.ask('bo', 'request role', { where: bosChat });
    expect(wordsOf(form)).toContain('For whom? (optional)');
    await s.ask('bo', 'never mind', { where: bosChat });
    expect(wordsOf(await s.ask('ana', 'request role', { where: anasChat }))).not.toContain('For whom?');
    await s.ask('ana', 'never mind', { where: anasChat });
  });
});
