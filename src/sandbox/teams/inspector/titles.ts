import { z } from 'zod';
import type { Activity } from '../channel/scene.ts';

const words = z.object({
  type: z.string().catch('activity'),
  name: z.string().optional().catch(undefined),
  action: z.string().optional().catch(undefined),
  from: z.object({ name: z.string() }).optional().catch(undefined),
});

/** An activity in one line: `invoke adaptiveCard/action · Bo Lind`. */
export const activityTitle = (activity: Activity): string => {
  const { type, name, action, from } = words.parse(activity);
  const what = [type, name, action].filter(Boolean).join(' ');
  return from ? `${what} · ${from.name}` : what;
};

/** A call of the Connector in one line; the conversation's long id is left out: `PUT …/activities/1781512345678`. */
export const callTitle = (method: string, path: string): string => {
  const below = path.replace(/^\/v3\/conversations\/[^/]+(?=\/)/, '…');
  return `${method} ${below.replace(/^\/v3\//, '')}`;
};
