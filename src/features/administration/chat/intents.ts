import { asks, named, reason, shows, takesAway } from '../../../bot/understanding/intent.ts';

export const intents = [
  asks('freeze', named('place'), reason),
  asks('unfreeze', named('place')),
  shows('policy'),
  shows('who is', { ...named('person'), needed: true }),
  takesAway(asks('revoke all', named('person', 'of'), reason)),
];
