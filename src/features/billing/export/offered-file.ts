import { z } from 'zod';
import type { JobKind } from '../../../jobs/jobs.ts';
import { HOUR, MINUTE } from '../../../lib/clock.ts';
import type { Renderer } from '../../../outbox/renderer.ts';
import type { Policy } from '../../../policy/policy.ts';
import type { Db, Trx } from '../../../storage/database.ts';
import type { Services } from '../../feature.ts';
import { billingAccounts } from '../policy.ts';
import { maySee } from '../rights.ts';
import { drawFile } from './draw-file.ts';
import { type FileRow, findFile, type NewFile, putFile, stepFile } from './file-rows.ts';

/** Of the outbox: a file that is asked about in one person's own chat, and then what became of it. */
const FILE = 'billingFile';
const END = 'billing.fileEnd';

const subjectOf = (id: string): string => `${FILE}:${id}`;

/** How long it is kept for an answer. */
export const WAITS_MS = HOUR;
/** A process that ends while it uploads says no more of it. */
const UPLOAD_MS = 2 * MINUTE;

export const mayHave = (policy: Policy, { account, person }: FileRow): boolean => {
  const found = billingAccounts(policy).find(({ key }) => key === account);
  return found !== undefined && maySee(policy, found, person);
};

/** Asks the person about a file that is there now, in the transaction that says so. */
export const offerFile = async (
  trx: Trx,
  services: Services,
  file: NewFile & { readonly language: string },
): Promise<void> => {
  const { outbox, clock } = services;
  const { language, ...row } = file;
  const now = clock.now();
  if (!(await putFile(trx, now, row))) return;
  const { id, person } = row;
  await outbox.deliver(trx, { subject: subjectOf(id), face: 'file', to: { person }, language, version: 1 });
  await endAt(trx, services, { id, was: 'asked', dueAt: now + WAITS_MS });
};

export const fileRenderer = ({ database, policy }: Services): Renderer => ({
  kind: FILE,
  async render(id, _face, words) {
    const row = await findFile(database.db, id);
    return row && { version: row.version, ...drawFile(row, mayHave(policy.current(), row), words) };
  },
});

/** @param also written in the same transaction @returns false where the file was in another state: another press, or its end, was first */
export const moveFile = async (
  services: Services,
  to: Parameters<typeof stepFile>[1],
  also?: (trx: Trx) => Promise<void>,
): Promise<boolean> => {
  const { database, outbox } = services;
  const version = await database.transaction(async (trx) => {
    const stepped = await stepFile(trx, to);
    if (stepped === undefined) return undefined;
    await outbox.touch(trx, subjectOf(to.id), stepped);
    await also?.(trx);
    return stepped;
  });
  return version !== undefined;
};

/** From now on the upload goes on; nothing is heard of one whose process ends. @returns false where it may not begin */
export const beginUpload = (services: Services, { id, person, account, name, bytes }: FileRow): Promise<boolean> =>
  moveFile(services, { id, from: 'asked', to: 'uploading' }, async (trx) => {
    await endAt(trx, services, { id, was: 'uploading', dueAt: services.clock.now() + UPLOAD_MS });
    await services.audit.append(trx, {
      about: account,
      actor: person,
      event: 'invoice exported',
      detail: { name, bytes },
    });
  });

/** One whose time is over is taken no more, though its end may not have been written down yet. */
export const isOver = ({ created_at }: FileRow, now: number): boolean => Date.parse(created_at) + WAITS_MS <= now;

interface End {
  readonly id: string;
  readonly was: 'asked' | 'uploading';
  readonly dueAt: number;
}

const endAt = (db: Db, { jobs }: Services, { id, was, dueAt }: End): Promise<void> =>
  jobs.schedule(db, { kind: END, key: `${END}:${id}`, dueAt, payload: { file: id, was } });

const ends = {
  asked: { from: 'asked', to: 'expired' },
  uploading: { from: 'uploading', to: 'failed', why: 'figures.file.brokeOff' },
} as const;

/** Ends what nobody answered, or an upload whose process ended: only that for which it was set. */
export const fileEndJob = (services: Services): JobKind<unknown> => ({
  name: END,
  payload: z.object({ file: z.string(), was: z.enum(['asked', 'uploading']) }),
  maxAttempts: 100,
  async handle(payload) {
    const { file: id, was } = payload as { readonly file: string; readonly was: End['was'] };
    await moveFile(services, { id, ...ends[was] });
    return { end: 'done' };
  },
});
