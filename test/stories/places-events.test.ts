import { otherPlaces } from '../../sandbox/world.ts';
import { channels } from '../support/steward.ts';
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

  it('that tells of a new channel leaves the others as they are', async () => {
    await s.teams.changeTeam('bo', 'channelCreated', { channel: '19:new@thread.tacv2', name: 'Brand new' });
    expect(await whereAmI(channels.general)).not.toContain('Brand new');
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
