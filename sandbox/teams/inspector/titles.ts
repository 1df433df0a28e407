import { z } from 'zod';
import type { Activity } from '../channel/scene.ts';
import { findPlace, splitThread } from '../chat/places.ts';

const optionalText = z.string().optional().catch(undefined);
const words = z.object({
  type: z.string().catch('activity'),
  name: optionalText,
  action: optionalText,
  from: z.object({ name: z.string() }).optional().catch(undefined),
  conversation: z.object({ id: z.string() }).optional().catch(undefined),
});

/** An activity in one line: `invoke adaptiveCard/action · Bo Lind · Approvals`. */
export const activityTitle = (activity: Activity): string => {
  const { type, name, action, from, conversation } = words.parse(activity);
  const what = [type, name, action].filter(Boolean).join(' ');
  return line([what, from?.name, conversation && whereIs(conversation.id)]);
};

const said = z.object({
  type: optionalText,
  summary: optionalText,
  text: optionalText,
  attachments: z.array(z.unknown()).optional().catch(undefined),
});

/**
 * A call of the Connector in one line, with the conversation's name for its long id, and what the call says:
 * `PUT …/activities/1781512345678 · Approvals · “Ana Rossi asks …”`.
 */
export const callTitle = (method: string, path: string, body?: unknown): string => {
  const [, id, below] = /^\/v3\/conversations\/([^/]+)(\/.*)$/i.exec(path) ?? [];
  const address = below === undefined ? path.replace(/^\/v3\//i, '') : `…${below}`;
  return line([`${method} ${address}`, id && whereIs(id), whatIsSaid(body)]);
};

const line = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

const whereIs = (id: string): string | undefined => {
  const { conversation, root } = splitThread(id);
  const place = findPlace(conversation);
  if (!place) return undefined;
  if (place.kind === 'personal') return `chat of ${place.name}`;
  if (place.kind === 'direct') return `chat of ${place.members.map(({ name }) => name).join(' and ')}`;
  return root === undefined ? place.name : `${place.name}, thread`;
};

const LONGEST = 60;

const whatIsSaid = (body: unknown): string | undefined => {
  const { type, summary, text, attachments = [] } = said.safeParse(body).data ?? {};
  const spoken = (summary ?? text)?.replace(/\s+/g, ' ').trim();
  if (spoken) return `“${spoken.length > LONGEST ? `${spoken.slice(0, LONGEST)}…` : spoken}”`;
  if (type !== undefined && type !== 'message') return type;
  return attachments.length > 0 ? 'card' : undefined;
};
