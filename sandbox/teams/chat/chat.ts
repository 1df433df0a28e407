import type { Clock } from '../../../src/platform/lib/clock.ts';
import type { Ids } from '../../../src/platform/lib/ids.ts';
import type { BotClient } from '../channel/bot-client.ts';
import type { Installation } from '../channel/installation.ts';
import type { AppManifest } from '../manifest.ts';
import type { Store } from '../store/store.ts';
import { type AppSettings, createAppSettings } from './app.ts';
import { createDialogs, type Dialogs } from './dialogs.ts';
import type { Events } from './events.ts';
import { createFileConsents, type FileConsents } from './files.ts';
import { createLookup } from './lookup.ts';
import { createMessages, type Messages } from './messages.ts';
import {
  type ChoiceSearch,
  createChoiceSearch,
  createPresses,
  createSingleSignOn,
  type Presses,
  type SingleSignOn,
  type TokenService,
} from './presses.ts';
import { createReach, type Scenes } from './reach.ts';
import type { TeamState } from './settings.ts';

/** People's actions in Teams. Every call throws a Problem if Teams has no such conversation or message for them. */
export type Chat = Messages & Presses & SingleSignOn & ChoiceSearch & Dialogs & FileConsents & AppSettings;

export const createChat = (deps: {
  store: Store;
  events: Events;
  scenes: Scenes;
  botClient: BotClient;
  installation: Installation;
  team: TeamState;
  manifest: AppManifest;
  ids: Ids;
  /** The sandbox's own address. */
  origin: string;
  tokenService: TokenService;
  clock: Clock;
}): Chat => {
  const lookup = createLookup(deps.store);
  const reach = createReach(deps);
  const settings = createAppSettings({ ...deps, lookup, reach });
  const shared = { ...deps, lookup, reach };
  const presses = createPresses(shared);
  return {
    ...createMessages(shared),
    ...presses,
    ...createSingleSignOn({ ...deps, presses }),
    ...createChoiceSearch(shared),
    ...createDialogs({ ...shared, settings, messageActions: deps.manifest.messageActions }),
    ...createFileConsents(shared),
    ...settings,
  };
};
