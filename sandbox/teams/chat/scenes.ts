import type { Clock } from '../../../src/platform/lib/clock.ts';
import type { AnyPersonKey } from '../../world.ts';
import type { Scene } from '../channel/scene.ts';
import type { Store } from '../store/store.ts';
import type { Person, Place } from './places.ts';
import { localeOf } from './settings.ts';

/** The changeable part of a person's account. */
interface Profile {
  readonly name: string;
  readonly tenantId: string;
}

/** Accounts that differ from the demo data: another display name, or another tenant. */
export interface Profiles {
  of(person: Person): Profile;
  /** Valid until it is set again; missing fields are as in the demo data. */
  set(key: AnyPersonKey, profile: Partial<Profile>): void;
}

export const createProfiles = (): Profiles => {
  const changed = new Map<AnyPersonKey, Partial<Profile>>();
  return {
    of: ({ key, name, tenantId }) => ({ name, tenantId, ...changed.get(key) }),
    set: (key, profile) => void changed.set(key, profile),
  };
};

/** A person's action at a place now, in the person's language. */
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
