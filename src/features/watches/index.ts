import type { Feature } from '../feature.ts';
import { pressPause, pressResume, pressStop, pressTest, pressUnmute, turnWatches } from './chat/actions.ts';
import {
  pressAcknowledge,
  pressBack,
  pressLeave,
  pressMute,
  pressOffer,
  pressSnooze,
  pressWake,
} from './chat/alert-actions.ts';
import { watchCommand, watchesCommand } from './chat/commands.ts';
import { pauseCommand, resumeCommand, testCommand, unwatchCommand } from './chat/manage-commands.ts';
import { muteCommand, unmuteCommand } from './chat/mutes-commands.ts';
import { alertTexts } from './chat/translatable.ts';
import { watchForm } from './chat/watch-form.ts';
import { pressWhy } from './chat/why-actions.ts';
import { whyCommand } from './chat/why-commands.ts';
import { keepCardsTrue } from './keep-watch.ts';
import { watchSettings } from './settings.ts';
import { watchCardMigrations } from './watch-cards.ts';
import { watchRenderer } from './watch-renderer.ts';

/** The alert layer's face in chat: what a channel watches, what it does not want to hear of, and who is on an incident. */
export const watches: Feature = {
  name: 'watches',
  commands: [
    ...[watchCommand, watchesCommand, unwatchCommand, pauseCommand, resumeCommand, testCommand],
    ...[muteCommand, unmuteCommand, whyCommand],
  ],
  actions: [
    ...[pressPause, pressResume, pressStop, pressTest, pressUnmute, turnWatches, pressWhy],
    ...[pressAcknowledge, pressLeave, pressSnooze, pressWake, pressMute, pressBack, pressOffer],
  ],
  forms: [watchForm],
  translatables: [alertTexts],
  settings: watchSettings,
  renderers: (services) => [watchRenderer(services)],
  start: keepCardsTrue,
  migrations: watchCardMigrations,
};
