import { team } from '../../world.ts';
import type { AppState, World } from '../api.ts';
import type { Installation } from '../channel/installation.ts';
import type { AppManifest } from '../manifest.ts';
import type { Store } from '../store/store.ts';
import type { Events } from './events.ts';
import { findPlace, installationOf, type Person, type Place, personalPlace, worldView } from './places.ts';
import { keepLocale, keepReadsChannelMessages, localeOf, readsChannelMessages } from './settings.ts';

/** The app in this Teams, and the settings of the app and of people. Every change makes all pages load again. */
export interface AppSettings {
  world(): World;
  state(person: Person): Promise<AppState>;
  /** Valid at once; `delivered` resolves when the bot was told. */
  setInstalled(person: Person, where: 'team' | 'personal', installed: boolean): Promise<{ delivered: Promise<void> }>;
  setPermission(readsAll: boolean): Promise<void>;
  setLocale(person: Person, locale: string): Promise<void>;
}

export const createAppSettings = (deps: {
  store: Store;
  events: Events;
  installation: Installation;
  manifest: AppManifest;
}): AppSettings => {
  const { store, events } = deps;
  const tellPages = (): void => events.publish({ type: 'world' });
  return {
    world: () => worldView(deps.manifest, (person) => localeOf(store, person)),
    state: async (person) => ({
      team: await store.installations.isInstalled(team.id),
      personal: await store.installations.isInstalled(installationOf(personalPlace(person))),
      readsChannelMessages: readsChannelMessages(store),
    }),
    setInstalled: async (person, where, installed) => {
      const change = await deps.installation.change(person, placeFor(person, where), installed);
      tellPages();
      return change;
    },
    setPermission: async (readsAll) => {
      await keepReadsChannelMessages(store, readsAll);
      tellPages();
    },
    setLocale: async (person, locale) => {
      await keepLocale(store, person, locale);
      tellPages();
    },
  };
};

const placeFor = (person: Person, where: 'team' | 'personal'): Place => {
  const place = where === 'team' ? findPlace(team.id) : personalPlace(person);
  if (!place) throw new Error('the team has no General channel');
  return place;
};
