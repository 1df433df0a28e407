import { defineAction } from '#features/feature.ts';
import { dataShareVerbs, syncsQuery } from '../query.ts';
import { forReaders, showSettings, showShares, showSyncs } from './commands.ts';

export const turnShares = defineAction({
  verb: dataShareVerbs.names,
  repeatable: true,
  automatic: true,
  data: syncsQuery.pick({ page: true }),
  handle: (turn, { page }, services) => showShares(turn, services, page),
});

/** The data holds the share's key: the presser's right to read is checked. */
export const turnSyncs = defineAction({
  verb: dataShareVerbs.syncs,
  repeatable: true,
  automatic: true,
  may: forReaders,
  data: syncsQuery,
  handle: (turn, query, services) => showSyncs(turn, services, query),
});

export const turnSettings = defineAction({
  verb: dataShareVerbs.settings,
  repeatable: true,
  automatic: true,
  may: forReaders,
  data: syncsQuery.pick({ share: true, page: true }),
  handle: (turn, query, services) => showSettings(turn, services, query),
});
