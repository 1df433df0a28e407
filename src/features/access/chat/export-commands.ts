import { type Answer, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import { defineCommand, type Services } from '../../feature.ts';
import { givenAnswers } from '../../form-fields.ts';
import { type AccessQuery, accessExports } from '../export/access-export.ts';
import { namedList, ofWhoHas } from './who-commands.ts';

export const exportWhoHasAccess = defineCommand({
  name: accessExports.command,
  aliases: ['export access'],
  ...ofWhoHas,
  example: 'export who has access to payments',
  handle: (turn, typed, services) =>
    namedList(turn, services, typed, (place, query) =>
      beginExport(turn, services, { when: 'ever', ...query, ...givenAnswers({ place: place?.key }) }),
    ),
});

/** Writes a list as a file for whoever asks. Their right to the list was checked before; the job checks it too. */
export const beginExport = async (
  { who, words, source }: Turn,
  services: Services,
  query: AccessQuery,
): Promise<Answer> => {
  const wanted = { person: who.objectId, source, language: words.locale, query };
  await services.database.transaction((trx) => accessExports.begin(trx, services, wanted));
  return textAnswer('files.started');
};
