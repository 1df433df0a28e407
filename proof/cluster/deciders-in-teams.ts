import { everybody, people } from '../../sandbox/world.ts';
import { deciders } from '../deciders.ts';

/** Teams knows those who decide. To be loaded before the sandbox, which lists its people when it is loaded. */
for (const person of deciders) {
  Object.assign(people, { [person.key]: person });
  Object.assign(everybody, { [person.key]: person });
}
