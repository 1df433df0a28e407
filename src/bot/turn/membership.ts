import { z } from 'zod';
import type { VerifiedActivity } from '../gate/activity.ts';

const members = z.array(z.object({ id: z.string() })).catch([]);

const moved = z.object({
  action: z.string().catch(''),
  membersAdded: members,
  membersRemoved: members,
});

/** Words of an installation's action; a new version of the app comes as both of the others, and takes nothing out. */
const installations: Readonly<Record<string, 'came' | 'left'>> = { add: 'came', 'add-upgrade': 'came', remove: 'left' };

/** Whether the activity tells that the app came into its conversation, or was taken out of it; undefined for all else. */
export const membershipOf = ({ type, recipient, raw }: VerifiedActivity): 'came' | 'left' | undefined => {
  const { action, membersAdded, membersRemoved } = moved.parse(raw);
  if (type === 'installationUpdate') return installations[action];
  if (type !== 'conversationUpdate') return undefined;
  if (membersAdded.some(({ id }) => id === recipient.id)) return 'came';
  return membersRemoved.some(({ id }) => id === recipient.id) ? 'left' : undefined;
};
