import { defineAction } from '../../feature.ts';
import { question } from '../question.ts';
import { sharesVerbs } from '../verbs.ts';
import { showNames, showSettings, showSyncs } from './commands.ts';

export const turnNames = defineAction({
  verb: sharesVerbs.names,
  repeatable: true,
  data: question.pick({ page: true }),
  handle: (turn, { page }, services) => showNames(turn, services, page),
});

/** The data name the share by the policy's key: who presses must be let see it, whoever asked. */
export const turnSyncs = defineAction({
  verb: sharesVerbs.syncs,
  repeatable: true,
  data: question,
  handle: (turn, asked, services) => showSyncs(turn, services, asked),
});

export const turnSettings = defineAction({
  verb: sharesVerbs.settings,
  repeatable: true,
  data: question.pick({ share: true, page: true }),
  handle: (turn, asked, services) => showSettings(turn, services, asked),
});
