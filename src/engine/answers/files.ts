import { z } from 'zod';
import type { Renderer } from '#engine/outbox/renderer.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { AuditEntry } from '#platform/audit/chain.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { HOUR, MINUTE, withTimeout } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Log } from '#platform/lib/logger.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { TextKey, Words } from '#platform/texts/texts.ts';
import type { PolicyStore } from '#policy/file/policy-store.ts';
import type { UploadFile } from '#teams/connector/upload.ts';
import type { AnswerServices, Reason } from './answer-job.ts';
import type { AnswerStore, CardRows } from './card-rows.ts';
import { drawFile, type FileColumns, type FileState, fileLocation, unpackFile } from './stored-file.ts';

/** The services that a file needs; a feature's services have them. */
export interface FileServices extends AnswerServices {
  readonly policy: Pick<PolicyStore, 'current' | 'digest'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly upload: UploadFile;
  readonly log: Log;
}

/** One kind of file that a person gets in their personal chat, once they have agreed to receive it. */
export interface FileKind<Row extends FileColumns> {
  readonly store: AnswerStore<Row>;
  /** The verb of the action that takes the answer to the request for consent. */
  readonly verb: string;
  /** The name of the job that ends a file without an answer. */
  readonly endJob: string;
  /** What a person types for a new one. */
  readonly command: string;
  /** The description in the request for consent. */
  describe(row: Row, words: Words): string;
  /** Whether the policy lets its person have it now; checked at each drawing and before the upload. */
  mayReceive(row: Row, policy: FileServices['policy']): boolean;
  /** What the card says to a person who may not have it any more. */
  readonly hidden: TextKey;
  /** The text for a person whose answer is refused. */
  readonly refused: TextKey;
  /** The audit's entry that its content was disclosed to its person. */
  disclosed(row: Row): Omit<AuditEntry, 'actor'>;
}

export interface Files<Row extends FileColumns> extends FileKind<Row> {
  /** Asks for the person's consent, in the transaction that stores the file. @param language BCP 47 tag for its card */
  ask(trx: Trx, services: FileServices, row: Pick<Row, 'id' | 'person' | 'version'>, language: string): Promise<void>;
  /** Takes consent or refusal. @returns what to tell them; undefined: the card shows it @throws AppError for a person who may not have it */
  answer(services: FileServices, answer: ConsentAnswer): Promise<Reason | undefined>;
  renderer(services: FileServices): Renderer;
  /** The job that ends a file without an answer, or an upload whose process ended. */
  end(services: FileServices): JobKind<unknown>;
}

/** What Teams sends with a consent: the file's location, and the address to upload it to. */
export const uploadTarget = fileLocation.extend({ uploadUrl: z.string() });
type UploadTarget = z.infer<typeof uploadTarget>;

interface ConsentAnswer {
  readonly file: string;
  /** Directory object id of the answering person. */
  readonly person: string;
  readonly accepted: boolean;
  readonly target?: UploadTarget | undefined;
  readonly correlation: string;
  /** When they must have an answer, in milliseconds since 1970; a longer upload goes on. */
  readonly answerBy: number;
}

/** How long a file is stored without an answer. */
export const CONSENT_MS = HOUR;
/** A process that ends during the upload cannot record its result. */
const UPLOAD_MS = 2 * MINUTE;

interface FileStep {
  readonly id: string;
  readonly from: FileState;
  readonly to: FileState;
  /** Why it failed. */
  readonly why?: Reason;
  readonly location?: unknown;
}

const ends = { asked: { from: 'asked', to: 'expired' }, uploading: { from: 'uploading', to: 'failed' } } as const;
type EndedState = keyof typeof ends;

/** @param rows the rows of the kind's store, with their cards */
export const defineFiles = <Row extends FileColumns>(kind: FileKind<Row>, rows: CardRows<Row>): Files<Row> => {
  const { store, endJob, command, mayReceive } = kind;

  /** Moves a file between states; of two presses one succeeds. @param also more writes @returns false if it was in another state */
  const move = async (
    services: FileServices,
    { id, from, to, why, location }: FileStep,
    also?: (trx: Trx) => Promise<void>,
  ): Promise<boolean> => {
    const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
    const changes: Partial<FileColumns> = { state: to, packed: null, why: json(why), place_json: json(location) };
    const condition: Partial<FileColumns> = { state: from };
    const moved = await rows.edit(services, id, changes as Partial<Row>, {
      condition: condition as Partial<Row>,
      ...(also && { also }),
    });
    return moved !== undefined;
  };

  const endAt = (trx: Trx, { jobs }: FileServices, id: string, was: EndedState, dueAt: number): Promise<void> =>
    jobs.schedule(trx, { kind: endJob, key: `${endJob}:${id}`, dueAt, payload: { file: id, was } });

  /** Begins the upload, with a time limit in case the process ends. @returns false if it may not begin */
  const begin = (services: FileServices, row: Row): Promise<boolean> =>
    move(services, { id: row.id, from: 'asked', to: 'uploading' }, async (trx) => {
      await endAt(trx, services, row.id, 'uploading', services.clock.now() + UPLOAD_MS);
      await services.audit.append(trx, { actor: row.person, ...kind.disclosed(row) });
    });

  const upload = async (
    services: FileServices,
    { id, packed }: { readonly id: string; readonly packed: string },
    { uploadUrl: address, ...location }: UploadTarget,
    correlation: string,
  ): Promise<void> => {
    try {
      const arrived = await services.upload({ address, content: unpackFile(packed), correlation });
      await move(services, { id, from: 'uploading', to: 'there', location: { ...location, ...arrived } });
    } catch (error) {
      services.log.warn('file not uploaded', { correlation, error });
      await move(services, { id, from: 'uploading', to: 'failed', why: reasonOf(error) });
    }
  };

  const already = (name: string, state: FileState): Reason =>
    state === 'asked' || state === 'writing' || state === 'unwritten'
      ? { why: 'files.gone', values: { command } }
      : { why: `files.already.${state}`, values: { name, command } };

  return {
    ...kind,
    async ask(trx, services, { id, person, version }, language) {
      const subject = rows.subjectOf(id);
      const to = { person };
      await services.outbox.deliver(trx, { subject, variant: 'file', to, language, version, needsAnswer: true });
      await endAt(trx, services, id, 'asked', services.clock.now() + CONSENT_MS);
    },
    async answer(services, { file: id, person, accepted, target, correlation, answerBy }) {
      const { database, policy, clock } = services;
      const refused = (): AppError => new AppError({ code: 'Policy.NotAllowed', text: kind.refused });
      const row = await store.find(database.db, id);
      if (!row) return { why: 'files.gone', values: { command } };
      if (row.person !== person) throw refused();
      if (row.state !== 'asked') return already(row.name, row.state);
      if (Date.parse(row.created_at) + CONSENT_MS <= clock.now()) {
        // That may not be recorded yet.
        await move(services, { id, ...ends.asked });
        return already(row.name, 'expired');
      }
      // The card shows the result; a second press is refused with a reason.
      const ifFirst = (isFirst: boolean): Reason | undefined => (isFirst ? undefined : already(row.name, 'uploading'));
      if (!accepted) return ifFirst(await move(services, { id, from: 'asked', to: 'declined' }));
      if (!mayReceive(row, policy)) {
        await move(services, { id, from: 'asked', to: 'failed', why: { why: kind.refused, values: {} } });
        throw refused();
      }
      const { packed } = row;
      if (!target || packed === null) return { why: 'bot.refused.press', values: {} };
      // The address is a write permission, so it stays in this process: if the process ends meanwhile, nothing is uploaded.
      if (!(await begin(services, row))) return ifFirst(false);
      const uploading = upload(services, { id, packed }, target, correlation);
      await withTimeout(uploading, answerBy - clock.now(), () => undefined);
      return undefined;
    },
    renderer: (services) =>
      rows.renderer(services, async (row, words) => {
        const drawn = drawFile(kind, row, mayReceive(row, services.policy), words);
        return drawn && { version: row.version, ...drawn };
      }),
    end: (services) => ({
      name: endJob,
      payload: z.object({ file: z.string(), was: z.enum(['asked', 'uploading']) }),
      maxAttempts: 100,
      // Only in the state for which it was scheduled.
      async handle(payload) {
        const { file: id, was } = payload as { readonly file: string; readonly was: EndedState };
        const brokeOff: Reason = { why: 'files.brokeOff', values: { command } };
        await move(services, { id, ...ends[was], ...(was === 'uploading' ? { why: brokeOff } : {}) });
        return { end: 'done' };
      },
    }),
  };
};

const reasonOf = (error: unknown): Reason =>
  error instanceof AppError ? { why: error.textKey, values: error.values } : { why: 'bot.error.fault', values: {} };
