import type { Feature } from '#features/feature.ts';
import { accept } from './accept.ts';
import {
  acceptOwnership,
  createSubscription,
  pressAccept,
  subscriptionRequests,
  turnAll,
  turnMine,
  vocabulary,
} from './chat/commands.ts';
import { acceptForm, aliasForm, newForm } from './chat/forms.ts';
import { create } from './create.ts';
import { subscriptionsSection } from './policy.ts';
import { probes } from './probes.ts';
import { subscriptionMigrations } from './store.ts';

/** Subscriptions: creating them, creating aliases for existing ones, and accepting their ownership. */
export const subscriptions: Feature = {
  name: 'subscriptions',
  commands: [createSubscription, acceptOwnership, subscriptionRequests],
  vocabulary,
  actions: [turnMine, turnAll, pressAccept],
  forms: [newForm, aliasForm, acceptForm],
  changes: [create, accept],
  probes,
  sections: [subscriptionsSection],
  migrations: subscriptionMigrations,
};
