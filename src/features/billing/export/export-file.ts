import { z } from 'zod';
import { defineCardRows } from '../../../answers/card-rows.ts';
import { noticeCard } from '../../../cards/notice.ts';
import type { FileCard } from '../../../connector/file-card.ts';
import type { JobKind } from '../../../jobs/jobs.ts';
import { HOUR, MINUTE } from '../../../lib/clock.ts';
import type { TextValues } from '../../../lib/errors.ts';
import type { Rendered, Renderer } from '../../../outbox/renderer.ts';
import type { Policy } from '../../../policy/policy.ts';
import type { Db, Trx } from '../../../storage/database.ts';
import { asTextKey, type TextKey, type Words } from '../../../texts/texts.ts';
import type { Services } from '../../feature.ts';
import { billingAccounts, maySee } from '../policy.ts';
import { type FileRow, type FileState, fileStore, storedAbout } from '../store.ts';
import { billingVerbs } from '../verbs.ts';

/** A file that needs a person's consent in their personal chat, and its result. */
const files = defineCardRows<FileRow>('billingFile', fileStore);

/** How long it is stored without an answer. */
export const CONSENT_MS = HOUR;
/** A process that ends during the upload cannot record its result. */
const UPLOAD_MS = 2 * MINUTE;

/** A file's location, which Teams sends with the consent. */
export const fileLocation = z.object({
  contentUrl: z.url({ protocol: /^https?$/ }),
  name: z.string().min(1),
  uniqueId: z.string(),
  fileType: z.string(),
});

export interface NewFile extends Pick<FileRow, 'id' | 'person' | 'account' | 'name' | 'bytes'> {
  readonly packed: string;
  readonly about: z.infer<typeof storedAbout>;
  readonly language: string;
}

export const mayReceive = (policy: Policy, { account, person }: FileRow): boolean => {
  const found = billingAccounts(policy).find(({ key }) => key === account);
  return found !== undefined && maySee(policy, found, person);
};

/** Asks for the person's consent, in the transaction that stores the report's result. */
export const sendFile = async (trx: Trx, services: Services, { language, about, ...file }: NewFile): Promise<void> => {
  const { outbox, clock } = services;
  const now = clock.now();
  const row = { ...file, about_json: JSON.stringify(about), state: 'asked' as const };
  const { id, isNew } = await fileStore.insert(trx, now, row);
  if (!isNew) return;
  const to = { person: file.person };
  const subject = files.subjectOf(id);
  await outbox.deliver(trx, { subject, face: 'file', to, language, version: 1, needsAnswer: true });
  await endAt(trx, services, { id, was: 'asked', dueAt: now + CONSENT_MS });
};

interface FileStep {
  readonly id: string;
  readonly from: FileState;
  readonly to: FileState;
  /** The key of the text with the reason of the failure. */
  readonly why?: TextKey;
  readonly location?: unknown;
}

/**
 * Moves a file from one state to another; of two presses at once one succeeds. Its content is stored only until the answer.
 * @param also more writes in the same transaction
 * @returns false if the file was in another state: another press, or its expiry, was first
 */
export const moveFile = async (
  services: Services,
  { id, from, to, why, location }: FileStep,
  also?: (trx: Trx) => Promise<void>,
): Promise<boolean> => {
  const place_json = location === undefined ? null : JSON.stringify(location);
  const changes = { state: to, packed: null, why: why ?? null, place_json };
  const moved = await files.edit(services, id, changes, { condition: { state: from }, ...(also && { also }) });
  return moved !== undefined;
};

/** Begins the upload, with a time limit in case the process ends. @returns false if it may not begin */
export const beginUpload = (services: Services, { id, person, account, name, bytes }: FileRow): Promise<boolean> =>
  moveFile(services, { id, from: 'asked', to: 'uploading' }, async (trx) => {
    await endAt(trx, services, { id, was: 'uploading', dueAt: services.clock.now() + UPLOAD_MS });
    await services.audit.append(trx, {
      target: account,
      actor: person,
      event: 'invoice exported',
      detail: { name, bytes },
    });
  });

/** Whether it has expired; that may not be recorded yet. */
export const isOver = ({ created_at }: FileRow, now: number): boolean => Date.parse(created_at) + CONSENT_MS <= now;

const END = 'billing.fileEnd';

interface FileEnd {
  readonly id: string;
  readonly was: 'asked' | 'uploading';
  readonly dueAt: number;
}

const endAt = (db: Db, { jobs }: Services, { id, was, dueAt }: FileEnd): Promise<void> =>
  jobs.schedule(db, { kind: END, key: `${END}:${id}`, dueAt, payload: { file: id, was } });

const ends = {
  asked: { from: 'asked', to: 'expired' },
  uploading: { from: 'uploading', to: 'failed', why: 'reports.file.brokeOff' },
} as const;

/** Ends a file without an answer, or an upload whose process ended: only in the state for which the job was scheduled. */
export const fileEndJob = (services: Services): JobKind<unknown> => ({
  name: END,
  payload: z.object({ file: z.string(), was: z.enum(['asked', 'uploading']) }),
  maxAttempts: 100,
  async handle(payload) {
    const { file: id, was } = payload as { readonly file: string; readonly was: FileEnd['was'] };
    await moveFile(services, { id, ...ends[was] });
    return { end: 'done' };
  },
});

export const fileRenderer = (services: Services): Renderer =>
  files.renderer(services, async (row, words) => ({
    version: row.version,
    ...drawFile(row, mayReceive(services.policy.current(), row), words),
  }));

/** The request for consent, then the file or its result; without amounts. @param allowed whether they may see the account now */
const drawFile = (row: FileRow, allowed: boolean, words: Words): Omit<Rendered, 'version'> => {
  const { name } = row;
  const notice = (key: TextKey, values: TextValues = { name }): Omit<Rendered, 'version'> => ({
    card: noticeCard.render({ text: words.markdown(key, values) }),
    summary: words.plain(key, values),
  });
  if (row.state === 'asked' && !allowed) return notice('reports.file.hidden');
  if (row.state === 'asked') return { ...notice('reports.file.asked'), file: consentOf(row, words) };
  if (row.state === 'there') return { ...notice('reports.file.there'), file: infoOf(row) };
  if (row.state === 'failed') {
    return notice('reports.file.failed', { name, why: words.plain(failureText(row)) });
  }
  return notice(`reports.file.${row.state}`);
};

/** Old rows have a former name of the key. */
const failureText = ({ why }: FileRow): TextKey =>
  asTextKey((why ?? 'bot.error.fault').replace(/^figures\./, 'reports.'));

const consentOf = ({ id, name, about_json, bytes }: FileRow, words: Words): FileCard => {
  const { whole, ...about } = storedAbout.parse(JSON.parse(about_json));
  const state = about.pending > 0 ? 'provisional' : 'billed';
  return {
    ...{ kind: 'consent', name, bytes },
    description: words.plain(whole ? 'reports.file.about' : 'reports.file.aboutPart', { ...about, state }),
    context: { verb: billingVerbs.file, file: id },
  };
};

const infoOf = ({ place_json }: FileRow): FileCard => ({
  kind: 'info',
  ...fileLocation.parse(JSON.parse(place_json ?? 'null')),
});
