import type { Ids } from '../../../src/platform/lib/ids.ts';
import { team } from '../../world.ts';
import type { AppState, SignOn, World } from '../api.ts';
import { teamActivity } from '../channel/activities.ts';
import type { Installation } from '../channel/installation.ts';
import { Problem } from '../http/answer.ts';
import type { AppManifest } from '../manifest.ts';
import type { Store } from '../store/store.ts';
import type { Events } from './events.ts';
import type { Lookup } from './lookup.ts';
import {
  findPersonalPlace,
  findPlace,
  installationOf,
  type Person,
  type Place,
  personalPlace,
  placesOf,
  worldView,
} from './places.ts';
import type { Reach } from './reach.ts';
import {
  keepLocale,
  keepReadsChannelMessages,
  keepSignOn,
  localeOf,
  readsChannelMessages,
  signOnOf,
  type TeamEvent,
  type TeamState,
} from './settings.ts';

/** The app in this Teams, and the settings of the app and of people. Every change makes all pages load again. */
export interface AppSettings {
  world(): World;
  state(person: Person): Promise<AppState>;
  /**
   * Valid at once; `delivered` resolves when the bot was told.
   * @param where `team`, `personal`, or the id of a channel or chat with members of its own
   * @throws Problem 404 if there is no such place for this person
   */
  setInstalled(person: Person, where: string, installed: boolean): Promise<{ delivered: Promise<void> }>;
  /** Whether the moderation of a channel lets no bot post. */
  setModerated(person: Person, channel: string, moderated: boolean): Promise<void>;
  /** Resolves when the bot was told. @param change a channel of the team, and the new name if there is one */
  changeTeam(
    person: Person,
    event: TeamEvent,
    change?: { readonly channel?: string; readonly name?: string },
  ): Promise<void>;
  setPermission(readsAll: boolean): Promise<void>;
  setLocale(person: Person, locale: string): Promise<void>;
  setSignOn(person: Person, signOn: SignOn): Promise<void>;
}

export const createAppSettings = (deps: {
  store: Store;
  events: Events;
  installation: Installation;
  lookup: Lookup;
  reach: Reach;
  team: TeamState;
  ids: Ids;
  manifest: AppManifest;
}): AppSettings => {
  const { store, events, lookup, team: state, reach } = deps;
  const tellPages = (): void => events.publish({ type: 'world' });
  return {
    world: () => worldView(deps.manifest, { localeOf: (person) => localeOf(store, person), nameOf: state.nameOf }),
    state: async (person) => {
      const own = findPersonalPlace(person);
      const installed = async (place: Place) => [place.id, await reach.isHere(place)] as const;
      const withMembers = placesOf(person).filter((place) => place.kind !== 'personal' && !isOfTeam(place));
      return {
        team: await store.installations.isInstalled(team.id),
        personal: own !== undefined && (await reach.isHere(own)),
        places: Object.fromEntries(await Promise.all(withMembers.map(installed))),
        moderated: placesOf(person)
          .filter(state.isModerated)
          .map(({ id }) => id),
        readsChannelMessages: readsChannelMessages(store),
        signOn: signOnOf(store, person),
      };
    },
    setInstalled: async (person, where, installed) => {
      const change = await deps.installation.change(person, placeFor(person, where, lookup), installed);
      tellPages();
      return change;
    },
    setModerated: async (person, channel, moderated) => {
      const place = lookup.place(person, channel);
      if (place.kind !== 'channel') throw new Problem(400, 'BadArgument', 'Only a channel has moderation.');
      await state.keepModerated(place, moderated);
      tellPages();
    },
    changeTeam: async (person, event, { channel = team.id, name } = {}) => {
      const place = findPlace(channel);
      const type = place?.kind === 'channel' ? place.type : 'standard';
      await state.keep(event, channel, name);
      tellPages();
      const about = { id: channel, name: name ?? (place && state.nameOf(place)), type };
      const general = placeFor(person, 'team', lookup);
      const change = { event, channel: about, teamName: state.teamName() };
      await reach.send(person, { place: general, root: undefined }, (scene) => [
        teamActivity(scene, `f:${deps.ids.guid()}`, change),
      ]);
    },
    setPermission: async (readsAll) => {
      await keepReadsChannelMessages(store, readsAll);
      tellPages();
    },
    setLocale: async (person, locale) => {
      await keepLocale(store, person, locale);
      tellPages();
    },
    setSignOn: async (person, signOn) => {
      await keepSignOn(store, person, signOn);
      tellPages();
    },
  };
};

/** Its installation is the team's. */
const isOfTeam = (place: Place): boolean => installationOf(place) === team.id;

const placeFor = (person: Person, where: string, lookup: Lookup): Place => {
  if (where === 'personal') return personalPlace(person);
  if (where !== 'team') return lookup.place(person, where);
  const place = findPlace(team.id);
  if (!place) throw new Error('the team has no General channel');
  return place;
};
