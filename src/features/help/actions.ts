import { z } from 'zod';
import { defineAction } from '../feature.ts';
import { showHelp, showTopic } from './commands.ts';
import { TOPIC } from './topics.ts';

/** From the overview to an area and back, in place. */
export const turnTopic = defineAction({
  verb: TOPIC,
  repeatable: true,
  data: z.object({ topic: z.string().max(60).optional() }),
  handle: async (turn, { topic }, services) =>
    topic === undefined ? showHelp(turn, services) : showTopic(turn, services, topic),
});
