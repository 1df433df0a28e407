import { z } from 'zod';
import { tenantId } from '../../world.ts';
import { findAccount, findPlace, personalPlace, threadId } from '../chat/places.ts';
import { type Answer, type Call, json, Problem } from '../http/answer.ts';
import { readPayload } from './payload.ts';
import type { Spot, Timeline } from './timeline.ts';

const wanted = z.object({
  members: z.array(z.object({ id: z.string() })).nullish(),
  tenantId: z.string().nullish(),
  channelData: z
    .object({
      channel: z.object({ id: z.string() }).nullish(),
      tenant: z.object({ id: z.string() }).nullish(),
    })
    .nullish(),
  activity: z.unknown().optional(),
});
type Wanted = z.infer<typeof wanted>;

/** A personal chat by its member, or a new thread by its channel; the latter must bring the first post. */
export const createConversation = async (call: Call, timeline: Timeline, serviceUrl: string): Promise<Answer> => {
  const parsed = wanted.safeParse(await call.json());
  if (!parsed.success) throw new Problem(400, 'BadSyntax', 'Bad format of the conversation parameters.');
  const { activity } = parsed.data;
  const channel = parsed.data.channelData?.channel?.id;
  const spot = channel === undefined ? personalSpot(parsed.data) : channelSpot(channel, activity);
  await timeline.enter(spot.place);
  if (!activity) return json(201, { id: spot.place.id, serviceUrl });
  const payload = readPayload(activity);
  if (payload.type === 'typing') throw new Problem(400, 'BadSyntax', 'A conversation starts with a message.');
  const post = await timeline.post(spot, payload.content);
  const id = threadId(spot.place, spot.place.kind === 'channel' ? post.id : undefined);
  return json(201, { id, activityId: post.id, serviceUrl });
};

const channelSpot = (id: string, activity: unknown): Spot => {
  const place = findPlace(id);
  if (place?.kind !== 'channel') throw new Problem(404, 'ConversationNotFound', 'Channel not found.');
  if (!activity) throw new Problem(400, 'BadSyntax', 'A new thread needs its first activity.');
  return { place };
};

const personalSpot = ({ members, tenantId: named, channelData }: Wanted): Spot => {
  if ((channelData?.tenant?.id ?? named) !== tenantId) {
    throw new Problem(400, 'BadArgument', 'The tenant is missing or is another one.');
  }
  const [member, ...others] = members ?? [];
  const person = member && others.length === 0 ? findAccount(member.id) : undefined;
  if (!person) throw new Problem(400, 'BadArgument', 'Name exactly one member who has the app.');
  return { place: personalPlace(person) };
};
