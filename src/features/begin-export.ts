import type { ExportColumns, Exports } from '../answers/exports.ts';
import { type Answer, type Turn, textAnswer } from '../bot/turn/turn.ts';
import type { Services } from './feature.ts';

/** Writes a list as a file for whoever asks. Their right to the list was checked before; the job checks it too. */
export const beginExport = async <Row extends ExportColumns>(
  exports: Pick<Exports<Row, Services>, 'begin'>,
  { who, words, source }: Turn,
  services: Services,
  query: unknown,
): Promise<Answer> => {
  const wanted = { person: who.objectId, source, language: words.locale, query };
  await services.database.transaction((trx) => exports.begin(trx, services, wanted));
  return textAnswer('files.started');
};
