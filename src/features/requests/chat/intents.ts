import { acts, shows, takesAway, taking } from '../../../bot/understanding/intent.ts';

export const intents = [
  shows('my requests'),
  shows('waiting'),
  takesAway(acts('cancel request', taking('request', undefined, 'ref'))),
];
