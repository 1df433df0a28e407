import { z } from 'zod';
import type { Action } from '#bot/commands/registry.ts';
import { type Answer, delivered, type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { ExportColumns, Exports } from '#engine/answers/exports.ts';
import { type Files, uploadTarget } from '#engine/answers/files.ts';
import type { FileColumns } from '#engine/answers/stored-file.ts';
import { defineAction, type Services } from './feature.ts';

const consent = z.object({ file: z.string(), accepted: z.boolean(), upload: uploadTarget.optional() });

/** The action that takes a person's answer to the request for consent to a file of this kind. */
export const consentAction = <Row extends FileColumns>(
  files: Pick<Files<Row>, 'verb' | 'answer'>,
): Action<z.infer<typeof consent>> =>
  defineAction({
    verb: files.verb,
    file: true,
    data: consent,
    async handle({ who, correlation, answerBy }, { file, accepted, upload: target }, services) {
      const person = who.objectId;
      const told = await files.answer(services, { file, person, accepted, target, correlation, answerBy });
      return told ? textAnswer(told.why, told.values) : delivered;
    },
  });

/** Writes a list as a file for its requester. Their right to the list was checked before; the job checks it too. */
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
