import { z } from 'zod';
import type { VerifiedActivity } from './gate/activity.ts';

const members = z.array(z.object({ id: z.string() })).catch([]);

const moved = z.object({
  action: z.string().catch(''),
  membersAdded: members,
  membersRemoved: members,
});

/** Whether the activity tells that the app came into its conversation, or was taken out of it; undefined for all else. */
export const membershipOf = ({ type, recipient, raw }: VerifiedActivity): 'came' | 'left' | undefined => {
  const { action, membersAdded, membersRemoved } = moved.parse(raw);
  if (type === 'installationUpdate') return action.startsWith('add') ? 'came' : 'left';
  if (type !== 'conversationUpdate') return undefined;
  if (membersAdded.some(({ id }) => id === recipient.id)) return 'came';
  return membersRemoved.some(({ id }) => id === recipient.id) ? 'left' : undefined;
};
