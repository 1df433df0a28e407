import { team, tenantId } from '../../world.ts';
import { everybody } from '../chat/places.ts';
import { json, Problem } from '../http/answer.ts';
import type { ConnectorCall } from './connector-route.ts';
import type { Timeline } from './timeline.ts';

/** What a bot may read of a team: its details, and its channels. */
export const teamCalls = (timeline: Timeline): readonly ConnectorCall[] => {
  /** A team is named by the id of its General channel, and of that channel only. */
  const check = async (id: string | undefined): Promise<void> => {
    if (id !== team.id) throw new Problem(404, 'ConversationNotFound', 'Team not found.');
    await timeline.locate(id);
  };
  return [
    {
      method: 'GET',
      path: '/teams/:team',
      act: 'members',
      handle: async ({ params }) => {
        await check(params['team']);
        return json(200, {
          id: team.id,
          name: team.name,
          aadGroupId: team.aadGroupId,
          type: 'standard',
          tenantId,
          channelCount: team.channels.length,
          memberCount: everybody.length,
        });
      },
    },
    {
      method: 'GET',
      path: '/teams/:team/conversations',
      act: 'members',
      handle: async ({ params }) => {
        await check(params['team']);
        // The General channel is told without its name, which every reader's Teams translates.
        return json(200, {
          conversations: team.channels.map(({ id, name }) => (id === team.id ? { id } : { id, name })),
        });
      },
    },
  ];
};
