import { personalChat, wordsOf } from '../support/steward.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();
const bosChat = personalChat('bo');

const said = (as: 'bo', text: string) => s.reply(as, text, { where: personalChat(as) });

describe('who has access', () => {
  beforeAll(async () => {
    for (const [who, what] of [
      ['ana', 'contributor on staging'],
      ['di', 'reader on staging'],
    ] as const) {
      const asked = await s.wishApproved(who, `${what} for 2 days because I look`);
      await s.cardOf(asked, 'Eligible until');
    }
  });

  it('shows one role, where a role is named', async () => {
    const answer = await said('bo', 'who has access to staging as contributor');
    expect(answer).toContain('Who is eligible on Payments Staging · Contributor');
    expect(answer).toContain('Ana Rossi');
    expect(answer).not.toContain('Di Meyer');
  });

  it('shows one person, where one is named', async () => {
    const answer = await said('bo', 'who has access to staging of Di Meyer');
    expect(answer).toContain('Who is eligible on Payments Staging · Di Meyer');
    expect(answer).toContain('Reader on Payments Staging');
    expect(answer).not.toContain('Contributor on');
  });

  it('shows what one person has everywhere', async () => {
    const answer = await said('bo', 'what access has Ana Rossi');
    expect(answer).toContain('What Ana Rossi is eligible for');
    expect(answer).toContain('Contributor on Payments Staging');
    expect(answer).not.toContain('Di Meyer');
  });

  it('names the roles, where an unknown one is asked for', async () => {
    expect(await said('bo', 'who has access to staging as king')).toContain('I found no role “king”. Roles: reader,');
  });

  it('has Remove in the rows of whoever may remove, which opens the form for that role', async () => {
    const list = await s.ask('bo', 'who has access to staging as contributor of Ana Rossi', { where: bosChat });
    expect(await s.offeredTo('bo', list)).toContain('access.removeOne');
    const form = await s.pressForForm('bo', list, 'access.removeOne');
    expect(wordsOf(form)).toContain('Contributor on Payments Staging');
    expect(wordsOf(form)).toContain('Ana Rossi');
    await s.ask('bo', 'never mind', { where: bosChat });
    const other = await s.ask('di', 'who has access to staging as contributor', { where: personalChat('di') });
    expect(await s.offeredTo('di', other)).not.toContain('access.removeOne');
  });
});
