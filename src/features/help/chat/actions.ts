import { z } from 'zod';
import { defineAction } from '#features/feature.ts';
import { TOPIC } from '../topics.ts';
import { showCommand, showHelp, showTopic } from './commands.ts';

const name = z.string().max(60).optional();

/** From the overview to an area, to a command and back, in place. */
export const turnTopic = defineAction({
  verb: TOPIC,
  repeatable: true,
  data: z.object({ topic: name, command: name }),
  async handle(turn, { topic, command }, services) {
    if (command !== undefined) return showCommand(turn, services, command);
    return topic === undefined ? showHelp(turn, services) : showTopic(turn, services, topic);
  },
});
