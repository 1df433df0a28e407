import { wordsOf } from '../test/support/steward.ts';
import type { Cluster } from './cluster/cluster.ts';
import { excuses } from './requests.ts';

/** Something that somebody says, until it has brought about what it should. */
export interface Saying {
  /** The conversation. */
  readonly where: string;
  say(): Promise<{ readonly id: string }>;
  isTaken(): Promise<boolean>;
}

const MOST = 30;

/** On a busy machine the bot may say that it is too busy, and to say it again: so it is said again. */
export const repeatWhenBusy = async (cluster: Cluster, saying: Saying, said: string, rest: () => Promise<void>) => {
  let id = said;
  for (
    let tries = 1;
    tries < MOST && !(await saying.isTaken()) && (await isExcused(cluster, saying.where, id));
    tries += 1
  ) {
    ({ id } = await saying.say());
    await cluster.teams.idle();
    await rest();
  }
};

/** Whether what was answered below a message is that the bot is too busy. */
const isExcused = async (cluster: Cluster, where: string, id: string): Promise<boolean> => {
  const messages = await cluster.teams.messages(where);
  return messages
    .slice(messages.findIndex((message) => message.id === id) + 1)
    .filter(({ from, rootId }) => from.kind === 'bot' && (rootId === undefined || rootId === id))
    .some((message) => excuses.some((words) => wordsOf(message).includes(words)));
};
