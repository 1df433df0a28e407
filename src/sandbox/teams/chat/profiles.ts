import { type PersonKey, tenantId } from '../../world.ts';
import type { Person } from './places.ts';

/** What somebody's account says of them. */
export interface Profile {
  readonly name: string;
  readonly tenantId: string;
}

/** Accounts that tell something else than the story: another display name, or a home in another organisation. */
export interface Profiles {
  of(person: Person): Profile;
  /** Until it is set anew; what is left out is as in the story. */
  set(key: PersonKey, profile: Partial<Profile>): void;
}

export const createProfiles = (): Profiles => {
  const changed = new Map<PersonKey, Partial<Profile>>();
  return {
    of: ({ key, name }) => ({ name, tenantId, ...changed.get(key) }),
    set: (key, profile) => void changed.set(key, profile),
  };
};
