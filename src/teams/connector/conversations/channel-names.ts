import { z } from 'zod';
import { SECOND } from '#platform/lib/clock.ts';
import type { Caller } from '../calls.ts';
import { type ChannelNames, type Channels, channelTypes } from './channels.ts';
import type { Conversations } from './conversation-store.ts';

const DEADLINE_MS = 3 * SECOND;

const teamSchema = z.object({ name: z.string().nullish() });
const channelsSchema = z.object({
  conversations: z.array(
    z.object({
      id: z.string().min(1),
      name: z.string().nullish(),
      type: z.enum(channelTypes).nullish().catch(undefined),
    }),
  ),
});

/**
 * The names of a channel and of its team: those that were told, otherwise as Teams lists them, which is kept. Teams lists no
 * name for General, which each client translates. @throws ConnectorError
 */
export type NamesOf = (conversationId: string) => Promise<ChannelNames>;

export const createNamesOf = (deps: {
  readonly call: Caller;
  readonly conversations: Pick<Conversations, 'find'>;
  readonly channels: Channels;
}): NamesOf => {
  const { call, conversations, channels } = deps;

  const read = <T>(serviceUrl: string, teamId: string, below: string, answer: z.ZodType<T>): Promise<T> =>
    call({
      serviceUrl,
      method: 'GET',
      path: `v3/teams/${encodeURIComponent(teamId)}${below}`,
      answer,
      queue: `team ${teamId}`,
      counted: false,
      repeatable: true,
      priority: 'normal',
      deadlineMs: DEADLINE_MS,
    });

  return async (conversationId) => {
    const known = await channels.namesOf(conversationId);
    const teamId = await channels.teamOf(conversationId);
    const at = teamId === undefined ? undefined : await conversations.find(conversationId);
    if (teamId === undefined || !at) return known;
    if (known.team === undefined) {
      const { name } = await read(at.serviceUrl, teamId, '', teamSchema);
      if (name) await channels.keepTeam({ id: teamId, name });
    }
    const isGeneral = conversationId.split(';', 1)[0] === teamId;
    if (known.channel === undefined && !isGeneral) {
      const { conversations: listed } = await read(at.serviceUrl, teamId, '/conversations', channelsSchema);
      for (const { id, name, type } of listed) {
        await channels.keepChannel({ id, teamId, name: name ?? undefined, type: type ?? undefined });
      }
    }
    return channels.namesOf(conversationId);
  };
};
