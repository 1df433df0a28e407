import { acts, shows, taking } from '../../../bot/understanding/intent.ts';

export const intents = [
  shows('my requests'),
  shows('waiting'),
  acts('cancel request', taking('request', undefined, 'ref')),
];
