import { type Clock, iso } from '../../../lib/clock.ts';
import type { TrafficView } from '../api.ts';
import type { BotAnswer } from '../channel/bot-client.ts';
import type { Activity } from '../channel/scene.ts';
import type { RecordedCall } from '../connector/call-log.ts';
import { redact } from './redact.ts';
import { activityTitle, callTitle } from './titles.ts';

const KEPT = 500;

/** Every exchange between the sandbox's Teams and the bot, for a developer; no token and no upload secret in it. */
export interface Traffic {
  /** Begins with an activity to the bot; what comes back is told its answer, which ends the entry. */
  toBot(activity: Activity): (answer: BotAnswer) => void;
  /** The same for a call of the bot to the Connector. */
  toTeams(): (call: RecordedCall) => void;
  /** The newest 500, oldest first. */
  list(): TrafficView[];
}

/** @param publish told of each entry when it has ended */
export const createTraffic = (clock: Clock, publish: (entry: TrafficView) => void): Traffic => {
  const kept: TrafficView[] = [];
  let lastId = 0;

  const begin = (): ((entry: Omit<TrafficView, 'id' | 'at' | 'ms'>) => void) => {
    lastId += 1;
    const [id, started] = [lastId, clock.now()];
    return ({ request, response, ...rest }) => {
      const entry: TrafficView = {
        id,
        at: iso(started),
        ...rest,
        ms: clock.now() - started,
        request: redact(request),
        ...(response === undefined ? {} : { response: redact(response) }),
      };
      // What ends later may have begun earlier.
      kept.splice(kept.findLastIndex((other) => other.id < id) + 1, 0, entry);
      if (kept.length > KEPT) kept.shift();
      publish(entry);
    };
  };

  return {
    toBot: (activity) => {
      const end = begin();
      return (answer) =>
        end({
          to: 'bot',
          title: activityTitle(activity),
          request: activity,
          ...(answer.kind === 'answered' ? { status: answer.status, response: answer.body } : { status: 0 }),
        });
    },
    toTeams: () => {
      const end = begin();
      return ({ method, path, body, status, answer }) =>
        end({
          to: 'teams',
          title: callTitle(method, path, body),
          status,
          request: { method, path, ...(body === undefined ? {} : { body }) },
          response: answer,
        });
    },
    list: () => [...kept],
  };
};
