import { asks, named, reason, shows, takesAway } from '../../../bot/understanding/intent.ts';
import { EVERYTHING } from './freeze-form.ts';

export const intents = [
  asks('freeze', { ...named('place'), also: EVERYTHING }, reason),
  asks('unfreeze', { ...named('place'), also: EVERYTHING }),
  shows('policy'),
  shows('who is', { ...named('person'), needed: true }),
  takesAway(asks('revoke all', named('person', 'of'), reason)),
];
