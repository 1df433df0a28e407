import { z } from 'zod';
import { type Answer, delivered, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import { withTimeout } from '../../../bot/turn/with-timeout.ts';
import { AppError } from '../../../lib/errors.ts';
import { defineAction, type Services } from '../../feature.ts';
import { notAllowed } from '../errors.ts';
import { unpackCsv } from '../export/csv-file.ts';
import { beginUpload, filePlace, isOver, mayHave, moveFile } from '../export/export-file.ts';
import { type FileRow, fileStore } from '../store.ts';
import { billingVerbs } from '../verbs.ts';

const upload = filePlace.extend({ uploadUrl: z.string() });
const said = z.object({ file: z.string(), accepted: z.boolean(), upload: upload.optional() });

/** What the person said to the file. Only the asker gets it, as long as the policy lets them see the account. */
export const answerFile = defineAction({
  verb: billingVerbs.file,
  file: true,
  data: said,
  async handle(turn, { file: id, accepted, upload: to }, services) {
    const { database, policy, clock } = services;
    const row = await fileStore.find(database.db, id);
    if (!row) return textAnswer('figures.file.gone');
    if (row.person !== turn.who.objectId) throw notAllowed('press');
    if (row.state !== 'asked') return textAnswer(`figures.file.already.${row.state}`, { name: row.name });
    if (isOver(row, clock.now())) {
      await moveFile(services, { id, from: 'asked', to: 'expired' });
      return textAnswer('figures.file.already.expired', { name: row.name });
    }
    if (!accepted) return first(await moveFile(services, { id, from: 'asked', to: 'declined' }));
    if (!mayHave(policy.current(), row)) {
      await moveFile(services, { id, from: 'asked', to: 'failed', why: 'billing.refused.press' });
      throw notAllowed('press');
    }
    if (!to || row.packed === null) return textAnswer('bot.refused.press');
    return send(turn, services, { row, packed: row.packed, to });
  },
});

/** Its card tells what became of it; whose press came second is told so. */
const first = (was: boolean): Answer => (was ? delivered : textAnswer('figures.file.already.uploading'));

interface Wanted {
  readonly row: FileRow;
  readonly packed: string;
  readonly to: z.infer<typeof upload>;
}

/** The address is the permission to write there, so it stays in this process: one that ends meanwhile leaves the file out. */
const send = async (turn: Turn, services: Services, wanted: Wanted): Promise<Answer> => {
  if (!(await beginUpload(services, wanted.row))) return first(false);
  const work = bring(turn, services, wanted).then(() => delivered);
  return withTimeout(work, turn.answerBy - services.clock.now(), () => delivered);
};

const bring = async ({ correlation }: Turn, services: Services, { row: { id }, packed, to }: Wanted): Promise<void> => {
  const { uploadUrl: address, ...place } = to;
  try {
    await services.upload({ address, content: unpackCsv(packed), correlation });
    await moveFile(services, { id, from: 'uploading', to: 'there', place });
  } catch (error) {
    services.log.warn('file not uploaded', { correlation, error });
    const why = error instanceof AppError ? error.textKey : 'bot.error.fault';
    await moveFile(services, { id, from: 'uploading', to: 'failed', why });
  }
};
