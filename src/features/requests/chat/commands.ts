import { z } from 'zod';
import { defineCommand } from '../../feature.ts';
import { showMine, showWaiting } from './lists.ts';

const AREA = 'requests';

export const myRequests = defineCommand({
  name: 'my requests',
  aliases: ['requests'],
  area: AREA,
  slots: [],
  arguments: z.object({}),
  example: 'my requests',
  handle: (turn, _args, services) => showMine(turn, services),
});

export const waiting = defineCommand({
  name: 'waiting',
  aliases: ['waiting on me', 'to approve'],
  area: AREA,
  slots: [],
  arguments: z.object({}),
  example: 'waiting',
  handle: (turn, _args, services) => showWaiting(turn, services),
});
