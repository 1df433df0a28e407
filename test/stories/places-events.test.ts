import { otherPlaces } from '../../sandbox/world.ts';
import { channels, sentBodies, wordsOf } from '../support/steward.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();
const { shared } = otherPlaces;

const whereAmI = (where: string): Promise<string> => s.reply('bo', 'where am I', { where });

describe('“where am I”', () => {
  it.each([
    ['General', channels.general, 'General'],
    ['a channel', channels.alerts, 'Alerts'],
    ['a shared channel', shared.id, 'Acquirers'],
  ])('in %s names the team and the channel, which no message of Teams does', async (_what, where, name) => {
    const words = await whereAmI(where);
    for (const text of ['Payments', name, where]) expect(words).toContain(text);
  });

  it('reads the names once', async () => {
    await whereAmI(channels.finance);
    const before = s.teams.requests().length;
    expect(await whereAmI(channels.finance)).toContain('Finance');
    expect(
      s.teams
        .requests()
        .slice(before)
        .filter(({ path }) => path.includes('/v3/teams/')),
    ).toEqual([]);
  });

  it('has the ids while Teams does not say the names', async () => {
    const { faults } = s.teams;
    await s.inStore((db) => db.deleteFrom('channels').execute());
    await s.reply('bo', 'help', { where: channels.approvals });
    faults.next({ status: 403, on: 'members' });
    expect(await whereAmI(channels.approvals)).toContain(channels.approvals);
    faults.clear();
  });
});

describe('a rename', () => {
  it('of a channel, told in the team’s conversation, changes that channel’s name and not General’s', async () => {
    await whereAmI(channels.approvals);
    await s.teams.changeTeam('bo', 'channelRenamed', { channel: channels.approvals, name: 'Decisions' });
    expect(await whereAmI(channels.approvals)).toContain('Decisions');
    const general = await whereAmI(channels.general);
    expect(general).toContain('General');
    expect(general).not.toContain('Decisions');
  });

  it('of the team changes its name everywhere', async () => {
    await s.teams.changeTeam('bo', 'teamRenamed', { name: 'Money' });
    for (const where of [channels.general, channels.alerts]) expect(await whereAmI(where)).toContain('Money');
  });

  it('that tells of a new channel leaves the others as they are', async () => {
    await s.teams.changeTeam('bo', 'channelCreated', { channel: '19:new@thread.tacv2', name: 'Brand new' });
    expect(await whereAmI(channels.general)).not.toContain('Brand new');
  });
});

describe('nothing is sent', () => {
  it.each([
    ['to a channel that was deleted', 'payments', 'channelDeleted', 'channelRestored'],
    ['to the channels of a deleted team', 'ledger', 'teamDeleted', 'teamRestored'],
    ['to the channels of an archived team', 'gateway', 'teamArchived', 'teamUnarchived'],
  ] as const)('%s, and all of it comes when it is there again', async (_where, place, ends, begins) => {
    await s.teams.changeTeam('bo', ends, { channel: channels.approvals });
    const before = sentBodies(s).length;
    const { ref } = await s.requestRole(
      'ana',
      `contributor on ${place} for 2 days because ${ends}`,
      otherPlaces.group.id,
    );
    await s.message(otherPlaces.group.id, ref, 'ana');
    s.clock.advance(60_000);
    expect(
      sentBodies(s)
        .slice(before)
        .filter(({ conversation }) => conversation === channels.approvals),
    ).toEqual([]);
    await s.teams.changeTeam('bo', begins, { channel: channels.approvals });
    expect(wordsOf(await s.message(channels.approvals, ref))).toContain('Waiting for approval');
  });
});

it('a shared channel that is shared with or taken from another team still answers, and is still stored as shared', async () => {
  for (const event of ['channelShared', 'channelUnshared'] as const) {
    await s.teams.changeTeam('bo', event, { channel: shared.id });
    expect(await whereAmI(shared.id)).toContain('Acquirers');
  }
  expect(
    await s.inStore((db) => db.selectFrom('channels').select('type').where('channel_id', '=', shared.id).execute()),
  ).toEqual([{ type: 'shared' }]);
});
