import type { Cluster } from './cluster/cluster.ts';
import type { DeliveredActivity } from './cluster/teams-process.ts';

/** How often each thing comes again, and whether a click does so under a new id. */
export interface Redeliveries {
  readonly again: 1 | 2;
  readonly newId: boolean;
}

/** Teams hands over again what got no answer: a message under its id, a click also under a new one. @returns what is wrong */
export const redeliverUnanswered = async (cluster: Cluster, { again, newId }: Redeliveries): Promise<string[]> => {
  const unanswered = (await cluster.teams.delivered()).filter(({ status }) => status === 0);
  const wrong = await Promise.all(
    unanswered.flatMap(({ activity }) =>
      Array.from({ length: again }, (_, time) => {
        const id = activity.type === 'invoke' && newId ? `${activity.id}-${time}` : activity.id;
        return deliverOnce(cluster, { ...activity, id });
      }),
    ),
  );
  return wrong.flat();
};

/** On a busy machine Teams may hang up on this one too, and then it comes once more. */
const MOST_TRIES = 10;

const deliverOnce = async (cluster: Cluster, activity: DeliveredActivity['activity']): Promise<string[]> => {
  let tries = 1;
  let answer = await cluster.teams.deliver(activity);
  for (; answer.status === 0 && tries < MOST_TRIES; tries += 1) answer = await cluster.teams.deliver(activity);
  const { status, body } = answer;
  if (status !== 200) return [`handed over again, ${activity.type} was answered with ${status}`];
  if (activity.type !== 'invoke') return [];
  const { statusCode, value } = body as { readonly statusCode?: number; readonly value?: unknown };
  // Where it asks its person to sign in, the click is answered too.
  return (statusCode === 200 || statusCode === 401) && value
    ? []
    : [`a click that came again got no valid answer: ${JSON.stringify(body)}`];
};
