import type { Clock } from '../../../lib/clock.ts';
import type { Scene } from '../channel/scene.ts';
import type { Store } from '../store/store.ts';
import type { Person, Place } from './places.ts';
import type { Profiles } from './profiles.ts';
import { localeOf } from './settings.ts';

/** What a person does somewhere now, in the language that the person chose. */
export type Scenes = (person: Person, place: Place, root?: string) => Scene;

export const createScenes =
  (store: Store, serviceUrl: string, clock: Clock, profiles: Profiles): Scenes =>
  (person, place, root) => ({
    serviceUrl,
    now: clock.now(),
    person: { ...person, name: profiles.of(person).name, locale: localeOf(store, person) },
    place,
    root,
  });
