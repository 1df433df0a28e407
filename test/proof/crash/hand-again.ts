import type { Fleet } from '../fleet/fleet.ts';
import type { Handed } from '../fleet/teams-process.ts';
import type { Plan } from './plan.ts';

/** Teams hands over again what got no answer: a message under its id, a click also under a new one. @returns what is wrong */
export const handAgain = async (fleet: Fleet, plan: Pick<Plan, 'again' | 'newId'>): Promise<string[]> => {
  const unanswered = (await fleet.teams.handed()).filter(({ status }) => status === 0);
  const wrong = await Promise.all(
    unanswered.flatMap(({ activity }) =>
      Array.from({ length: plan.again }, (_, time) => {
        const id = activity.type === 'invoke' && plan.newId ? `${activity.id}-${time}` : activity.id;
        return handOver(fleet, { ...activity, id });
      }),
    ),
  );
  return wrong.flat();
};

const handOver = async (fleet: Fleet, activity: Handed['activity']): Promise<string[]> => {
  const { status, body } = await fleet.teams.deliver(activity);
  if (status !== 200) return [`handed over again, ${activity.type} was answered with ${status}`];
  if (activity.type !== 'invoke') return [];
  const { statusCode, value } = body as { readonly statusCode?: number; readonly value?: unknown };
  return statusCode === 200 && value ? [] : [`a click that came again got no valid answer: ${JSON.stringify(body)}`];
};
