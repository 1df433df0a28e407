import { asks, grave, named, reason, shows, takesAway } from '#bot/understanding/intent.ts';
import { EVERYTHING } from './freeze-form.ts';

export const intents = [
  grave(asks('freeze', { ...named('place'), also: EVERYTHING }, reason)),
  grave(asks('unfreeze', { ...named('place'), also: EVERYTHING })),
  shows('policy'),
  shows('who is', { ...named('person'), needed: true }),
  takesAway(asks('revoke all', named('person', 'of'), reason)),
];
