import type { Feature } from '#features/feature.ts';
import { watchRenderer } from './cards/watch-card.ts';
import {
  pressChange,
  pressPause,
  pressResume,
  pressStop,
  pressTest,
  pressUnmute,
  turnWatches,
} from './chat/actions.ts';
import {
  pressAcknowledge,
  pressBack,
  pressCardButton,
  pressLeave,
  pressMute,
  pressSnooze,
  pressWake,
  pressWhy,
} from './chat/alert-actions.ts';
import { muteForm, snoozeForm } from './chat/alert-forms.ts';
import { suggest, watchCommand, watchesCommand, whyCommand } from './chat/commands.ts';
import { ackCommand, snoozeCommand } from './chat/incident-commands.ts';
import { pauseCommand, resumeCommand, testCommand, unwatchCommand } from './chat/manage-commands.ts';
import { muteCommand, unmuteCommand } from './chat/mute-commands.ts';
import { alertTexts } from './chat/translatable.ts';
import { watchForm } from './chat/watch-form.ts';
import { watchSettings } from './settings.ts';
import { watchCardMigrations } from './store.ts';
import { redrawChangedWatches } from './watch-lifecycle.ts';

/** Commands, cards and buttons of the alert layer: watches, mutes, acknowledgements and snoozes. */
export const watches: Feature = {
  name: 'watches',
  commands: [
    ...[watchCommand, watchesCommand, unwatchCommand, pauseCommand, resumeCommand, testCommand],
    ...[muteCommand, unmuteCommand, whyCommand],
    ...[ackCommand, snoozeCommand],
  ],
  suggest,
  actions: [
    ...[pressChange, pressPause, pressResume, pressStop, pressTest, pressUnmute, turnWatches, pressWhy],
    ...[pressAcknowledge, pressLeave, pressSnooze, pressWake, pressMute, pressBack, pressCardButton],
  ],
  forms: [watchForm, snoozeForm, muteForm],
  translatables: [alertTexts],
  settings: watchSettings,
  renderers: (services) => [watchRenderer(services)],
  start: redrawChangedWatches,
  migrations: watchCardMigrations,
};
