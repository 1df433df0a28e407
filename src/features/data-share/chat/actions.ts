import { defineAction } from '../../feature.ts';
import { dataShareVerbs, syncsQuery } from '../parse-syncs-command.ts';
import { showSettings, showShares, showSyncs } from './commands.ts';

export const turnShares = defineAction({
  verb: dataShareVerbs.names,
  repeatable: true,
  data: syncsQuery.pick({ page: true }),
  handle: (turn, { page }, services) => showShares(turn, services, page),
});

/** The data holds the share's key: the right to read is checked for whoever presses. */
export const turnSyncs = defineAction({
  verb: dataShareVerbs.syncs,
  repeatable: true,
  data: syncsQuery,
  handle: (turn, asked, services) => showSyncs(turn, services, asked),
});

export const turnSettings = defineAction({
  verb: dataShareVerbs.settings,
  repeatable: true,
  data: syncsQuery.pick({ share: true, page: true }),
  handle: (turn, asked, services) => showSettings(turn, services, asked),
});
