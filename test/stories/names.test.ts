import { channels, wordsOf } from '../support/steward.ts';
import { answerOf, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const elsewhere = '99999999-91b3-4f60-8c1d-7e0b2f9a6c10';
const TEN_MINUTES = 600_000;

const s = steward();
afterEach(() => {
  for (const key of ['ana', 'bo', 'ed'] as const) s.teams.profiles.set(key, {});
});

const called = (person: string): Promise<string[]> =>
  s.inStore(async (db) => {
    const rows = await db.selectFrom('changes').select('requester_name').where('requester_id', '=', person).execute();
    const decisions = await db.selectFrom('decisions').select('person_name').where('person_id', '=', person).execute();
    return [...rows.map((row) => row.requester_name), ...decisions.map((row) => row.person_name)];
  });

describe('a name on a card', () => {
  it('is the policy’s, even if the account takes the name of an approver', async () => {
    s.teams.profiles.set('ana', { name: 'Cy Okafor' });
    const asked = await s.requestRole('ana', 'reader on payments for 5 days because I am not Cy');
    const card = wordsOf(await s.cardOf(asked, 'Waiting'));
    expect(card).toContain('Ana Rossi');
    expect(card.match(/Cy Okafor/g)).toHaveLength(1);
    s.teams.profiles.set('bo', { name: 'Ana Rossi' });
    await s.pressApprove('bo', asked);
    await s.cardOf(asked, '**Bo Lind** approved');
    expect(await called('a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01')).toEqual(['Ana Rossi']);
    expect(await called('b0b7c0de-2222-4b22-8b22-0b0b0b0b0b02')).toEqual(['Bo Lind']);
  });
});

describe('a mention', () => {
  it('in a reason is the name, on the card and in the call', async () => {
    const asked = await s.requestRole('ana', 'contributor on staging for 5 days because @Bo Lind asked me to');
    expect(wordsOf(await s.cardOf(asked, 'Waiting'))).toContain('Bo Lind asked me to');
    await s.pressApprove('cy', asked);
    await s.cardOf(asked, 'Eligible until');
    expect(s.sentRequests()[0]?.body.Properties.Justification).toBe('Bo Lind asked me to');
  });

  it('of a person named like a keyword is not parsed as the keyword', async () => {
    await s.replaceInPolicy('name: Bo Lind', 'name: Bo for On Because');
    const asked = await s.requestRole('ana', 'reader on ledger for 5 days because @Bo Lind asked me to');
    expect(wordsOf(await s.cardOf(asked, 'Waiting'))).toContain('Bo for On Because asked me to');
    const removal = await s.ask('cy', '@Steward remove access reader on gateway of @Bo Lind because incident');
    expect(wordsOf(removal)).toMatch(/has no role that can be removed|come from a group/);
  });
});

it('a person whom no argument takes is shown by name', async () => {
  const answer = await s.reply(
    'bo',
    '@Steward remove access reader on gateway of @Ana Rossi @Cy Okafor because incident',
  );
  expect(answer).not.toMatch(/\p{Noncharacter_Code_Point}/u);
  expect(answer).toContain('I did not understand: Cy Okafor');
});

describe('a person of another tenant by the roster', () => {
  beforeEach(() => s.clock.advance(TEN_MINUTES));

  it('decides nothing, even if the policy names them', async () => {
    const asked = await s.requestRole('ana', 'contributor on gateway for 5 days because I look');
    const card = await s.cardOf(asked, 'Waiting');
    s.clock.advance(TEN_MINUTES);
    s.teams.profiles.set('bo', { tenantId: elsewhere });
    expect(answerOf(await s.pressUnoffered('bo', card, 'change.approve'))).toContain(plain('bot.refused.otherTenant'));
    expect(s.sentRequests()).toHaveLength(0);
    expect(await s.reply('bo', 'whoami', { where: channels.approvals })).toContain(shown('bot.refused.otherTenant'));
  });
});
