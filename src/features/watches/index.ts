import type { Feature } from '../feature.ts';
import { pressPause, pressResume, pressStop, pressTest, pressUnmute, turnWatches } from './actions.ts';
import {
  pressAcknowledge,
  pressBack,
  pressLeave,
  pressMute,
  pressOffer,
  pressSnooze,
  pressWake,
} from './card/actions.ts';
import { alertTexts } from './card/texts.ts';
import { watchCommand, watchesCommand } from './commands.ts';
import { keepCardsTrue } from './keep-watch.ts';
import { pauseCommand, resumeCommand, testCommand, unwatchCommand } from './manage/commands.ts';
import { muteCommand, unmuteCommand } from './mutes/commands.ts';
import { watchSettings } from './settings.ts';
import { watchCardMigrations } from './watch-cards.ts';
import { watchForm } from './watch-form.ts';
import { watchRenderer } from './watch-renderer.ts';
import { pressWhy } from './why/actions.ts';
import { whyCommand } from './why/commands.ts';

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
