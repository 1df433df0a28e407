import type { Feature } from '#features/feature.ts';
import { accept } from './accept.ts';
import { acceptForm } from './chat/accept-form.ts';
import { pressAccept, turnAll, turnMine } from './chat/actions.ts';
import { acceptOwnership, createSubscription, subscriptionRequests } from './chat/commands.ts';
import { aliasForm, newForm } from './chat/create-form.ts';
import { vocabulary } from './chat/vocabulary.ts';
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
