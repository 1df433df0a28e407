import { otherPlaces, people, team } from '../../sandbox/world.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();
const { shared, private: privateChannel, group } = otherPlaces;
const refused = plain('bot.refused.otherTenant');

/** The rosters that the bot has asked since, by their ids, in order. */
const rostersSince = (before: number): string[] =>
  s.teams
    .requests()
    .slice(before)
    .flatMap(({ method, path }) => {
      const id = /\/v3\/conversations\/([^/]+)\/(?:paged)?members/.exec(path)?.[1];
      return method === 'GET' && id ? [decodeURIComponent(id)] : [];
    });

describe('a person of another organisation in a shared channel', () => {
  it('is refused a command, and reads why', async () => {
    const answer = await s.reply('noor', 'help', { where: shared.id });
    expect(answer).toContain(refused);
    expect(answer).toContain(plain('bot.error.outsider'));
  });

  it('is refused what is open to everyone', async () => {
    expect(await s.reply('noor', 'translate to german: The ledger is down.', { where: shared.id })).toContain(refused);
  });

  it('is refused where guests are let in', async () => {
    await s.replaceInPolicy('guests: refuse', 'guests: allow');
    expect(await s.reply('noor', 'health', { where: shared.id })).toContain(refused);
  });

  it('sees the state of a request and no button of it, and cannot press one', async () => {
    const wish = await s.requestRole('ana', 'reader on ledger for 2 days because noor looks on', shared.id);
    const card = await s.message(shared.id, wish.ref);
    const seen = await s.lookAt('noor', card);
    expect(wordsOf(seen)).toContain(wish.ref);
    expect(await s.offeredTo('noor', card)).toEqual([]);
    const { body } = await s.pressUnoffered('noor', card, 'change.deny', { reason: 'no' });
    expect(JSON.stringify(body)).toContain(refused);
  });

  it('is nobody of ours when somebody mentions them', async () => {
    const answer = await s.reply('bo', 'remove role reader on ledger from @Noor Haddad', { where: shared.id });
    expect(answer).toContain(shown('bot.mention.refused', { said: 'Noor Haddad (not identified)' }));
    expect(await s.listedRole('ana', 'ledger', 'reader')).toEqual([]);
  });

  it('is in the record of what was refused, with the reason', async () => {
    const rows: unknown = await s.inStore((db) => db.selectFrom('audit').selectAll().execute());
    expect(JSON.stringify(rows)).toContain('bot.refused.otherTenant');
  });
});

describe('an employee whom the policy does not name', () => {
  it('is answered in a group chat with Steward, and may do what is open to everyone', async () => {
    const answer = await s.reply('gwen', 'translate to german: The ledger is down.', { where: group.id });
    expect(answer).not.toContain(plain('bot.error.outsider'));
    expect(await s.reply('gwen', 'whoami', { where: group.id })).toContain(plain('help.whoami.unknown'));
  });

  it('is greeted without roles to request, and in a group chat with how to command there', async () => {
    const own = wordsOf(await s.message(personalChat('gwen'), plain('help.welcome.title'), 'gwen'));
    expect(own).not.toContain(plain('help.welcome.roles'));
    const shared = wordsOf(await s.message(group.id, plain('help.welcome.title'), 'gwen'));
    expect(shared).toContain(plain('help.foot.group'));
    expect(shared).not.toContain(plain('help.foot.channel'));
  });

  it('reads in a conversation outside the policy what an entry would be for', async () => {
    const answer = await s.reply('gwen', 'where am i', { where: group.id });
    expect(answer).toContain(plain('help.where.unknown', { kind: 'group' }));
  });

  it('may not ask for a role', async () => {
    const answer = await s.reply('gwen', 'request role reader on ledger for 2 days because I may not', {
      where: personalChat('gwen'),
    });
    expect(answer).not.toContain('R-');
  });
});

describe('rosters', () => {
  it('of a standard channel are asked by the team’s id', async () => {
    s.clock.advance(11 * 60_000);
    const before = s.teams.requests().length;
    await s.reply('fi', 'whoami', { where: channels.finance });
    expect(rostersSince(before).filter((id) => id === channels.finance)).toEqual([]);
    expect(rostersSince(before)).toContain(team.id);
  });

  it('of a shared channel are asked by its own id, once its type is known', async () => {
    s.clock.advance(11 * 60_000);
    const before = s.teams.requests().length;
    await s.reply('bo', 'whoami', { where: shared.id });
    expect([...new Set(rostersSince(before))]).toEqual([shared.id]);
  });
});

it('a private channel is out of reach until somebody adds Steward, and then answers its members', async () => {
  const { id } = await s.teams.say('bo', privateChannel.id, '@Steward help', { mention: true });
  expect((await s.teams.messages(privateChannel.id)).map((message) => message.id)).toEqual([id]);
  await s.teams.setInstalled('bo', privateChannel.id, true);
  await s.message(privateChannel.id, plain('help.welcome.intro', { kind: 'channel' }));
  const before = s.teams.requests().length;
  expect(await s.reply('cy', 'whoami', { where: privateChannel.id })).toContain(people.cy.name);
  expect([...new Set(rostersSince(before))]).toEqual([privateChannel.id]);
});
