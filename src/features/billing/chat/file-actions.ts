import { z } from 'zod';
import { type Answer, delivered, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import { withTimeout } from '../../../lib/clock.ts';
import { AppError } from '../../../lib/errors.ts';
import { defineAction, type Services } from '../../feature.ts';
import { forbidden } from '../errors.ts';
import { unpackCsv } from '../export/csv-report.ts';
import { beginUpload, fileLocation, isOver, mayReceive, moveFile } from '../export/export-file.ts';
import { type FileRow, fileStore } from '../store.ts';
import { billingVerbs } from '../verbs.ts';

const upload = fileLocation.extend({ uploadUrl: z.string() });
const fileConsent = z.object({ file: z.string(), accepted: z.boolean(), upload: upload.optional() });

/** The person's consent to a file. Only the requester gets it, and only while the policy allows them to see the account. */
export const answerFileConsent = defineAction({
  verb: billingVerbs.file,
  file: true,
  data: fileConsent,
  async handle(turn, { file: id, accepted, upload: to }, services) {
    const { database, policy, clock } = services;
    const row = await fileStore.find(database.db, id);
    if (!row) return textAnswer('reports.file.gone');
    if (row.person !== turn.who.objectId) throw forbidden('press');
    if (row.state !== 'asked') return textAnswer(`reports.file.already.${row.state}`, { name: row.name });
    if (isOver(row, clock.now())) {
      await moveFile(services, { id, from: 'asked', to: 'expired' });
      return textAnswer('reports.file.already.expired', { name: row.name });
    }
    if (!accepted) return ifFirst(await moveFile(services, { id, from: 'asked', to: 'declined' }));
    if (!mayReceive(policy.current(), row)) {
      await moveFile(services, { id, from: 'asked', to: 'failed', why: 'billing.refused.press' });
      throw forbidden('press');
    }
    if (!to || row.packed === null) return textAnswer('bot.refused.press');
    return uploadInTime(turn, services, { row, packed: row.packed, to });
  },
});

/** Its card shows the result; a second press is refused with a reason. */
const ifFirst = (was: boolean): Answer => (was ? delivered : textAnswer('reports.file.already.uploading'));

interface Wanted {
  readonly row: FileRow;
  readonly packed: string;
  readonly to: z.infer<typeof upload>;
}

/** The address is a write permission, so it stays in this process: if the process ends meanwhile, the file is not uploaded. */
const uploadInTime = async (turn: Turn, services: Services, wanted: Wanted): Promise<Answer> => {
  if (!(await beginUpload(services, wanted.row))) return ifFirst(false);
  const work = uploadFile(turn, services, wanted).then(() => delivered);
  return withTimeout(work, turn.answerBy - services.clock.now(), () => delivered);
};

const uploadFile = async (
  { correlation }: Turn,
  services: Services,
  { row: { id }, packed, to }: Wanted,
): Promise<void> => {
  const { uploadUrl: address, ...location } = to;
  try {
    await services.upload({ address, content: unpackCsv(packed), correlation });
    await moveFile(services, { id, from: 'uploading', to: 'there', location });
  } catch (error) {
    services.log.warn('file not uploaded', { correlation, error });
    const why = error instanceof AppError ? error.textKey : 'bot.error.fault';
    await moveFile(services, { id, from: 'uploading', to: 'failed', why });
  }
};
