import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, SECOND } from '../../../src/platform/lib/clock.ts';
import type { Ids } from '../../../src/platform/lib/ids.ts';
import type { AnyPersonKey } from '../../world.ts';
import { invokeActivity } from '../channel/activities.ts';
import type { BotAnswer, BotClient } from '../channel/bot-client.ts';
import type { Activity, Scene } from '../channel/scene.ts';
import type { Store } from '../store/store.ts';
import { deliveryNotice } from './bot-answers.ts';
import type { Events } from './events.ts';
import type { FoundMessage } from './lookup.ts';
import { findPersonalPlace, installationOf, type Person, type Place } from './places.ts';
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

/** The result of an invoke; `absent` if the app is not installed, so that nothing was sent. */
export type InvokeAnswer = BotAnswer | { readonly kind: 'absent' };

interface Invoke {
  readonly name: string;
  readonly value: unknown;
  /** The id of a repeated activity. */
  readonly id?: string | undefined;
  /** The message menu is also available if only the person has the app. */
  readonly fromMenu?: boolean;
}

/** Sends people's actions to the bot, and notices to the person if that fails. */
export interface Reach {
  isHere(place: Place): Promise<boolean>;
  /** Sends activities if the app is installed; a notice tells the person when the bot did not accept them. */
  send(
    person: Person,
    about: Pick<FoundMessage, 'place' | 'root'>,
    activities: (scene: Scene) => readonly Activity[],
  ): Promise<void>;
  invoke(person: Person, about: FoundMessage, invoke: Invoke): Promise<InvokeAnswer>;
  /** A notice by Teams, for this person only. */
  notice(person: Person, about: Pick<FoundMessage, 'place' | 'root'>, text: string): void;
}

/** Clients wait 5 to 15 s for an invoke; the sandbox uses the shortest time. */
const PATIENCE_MS = 5 * SECOND;

export const createReach = (deps: {
  store: Store;
  scenes: Scenes;
  botClient: BotClient;
  events: Events;
  ids: Ids;
}): Reach => {
  const { store, scenes, botClient, events } = deps;
  const isHere = (place: Place): Promise<boolean> => store.installations.isInstalled(installationOf(place));
  const hasApp = async (person: Person): Promise<boolean> => {
    const own = findPersonalPlace(person);
    return own !== undefined && isHere(own);
  };
  const notice: Reach['notice'] = (person, { place, root }, text) => {
    const where = { conversationId: place.id, ...(root === undefined ? {} : { rootId: root }) };
    events.publish({ type: 'notice', ...where, text }, [person.key]);
  };
  return {
    isHere,
    send: async (person, about, activities) => {
      if (!(await isHere(about.place))) return;
      const scene = scenes(person, about.place, about.root);
      const answers = await Promise.all(activities(scene).map((activity) => botClient.post(activity)));
      const text = answers.map(deliveryNotice).find((line) => line !== undefined);
      if (text !== undefined) notice(person, about, text);
    },
    invoke: async (person, about, { name, value, id = `f:${deps.ids.guid()}`, fromMenu = false }) => {
      if (!(fromMenu && (await hasApp(person))) && !(await isHere(about.place))) return { kind: 'absent' };
      const scene = scenes(person, about.place, about.root);
      const answer = botClient.post(invokeActivity(scene, id, name, value, fromMenu ? undefined : about.post.id));
      return Promise.race([answer, sleep(PATIENCE_MS, { kind: 'late' } as const, { ref: false })]);
    },
    notice,
  };
};
