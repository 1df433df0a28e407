import type { Outbox } from '#engine/outbox/outbox.ts';
import type { JobKind, JobRun, Jobs } from '#platform/jobs/jobs.ts';
import { DAY, iso } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { isChannelId, threadOf } from '#teams/connector/conversations/conversation.ts';
import { defineAnswers, definePruning } from './answer-job.ts';
import type { AnswerStore } from './card-rows.ts';
import { defineFiles, type FileKind, type FileServices, type Files } from './files.ts';
import { createFileTable, type FileColumns, type FileContent, MOST_BYTES } from './stored-file.ts';

/** The columns of a table of exports: files that a job writes. */
export interface ExportColumns extends FileColumns {
  /** The activity that asked: a repeated one is the same export. */
  source: string;
  /** BCP 47 tag of its person's language. */
  language: string;
}

/** @param name of the table */
export const createExportTable = async (db: Db, name: string): Promise<void> => {
  await createFileTable(db, name, ['source', 'language']);
  await db.schema.createIndex(`${name}_source`).unique().on(name).column('source').execute();
};

interface ExportStore<Row> extends AnswerStore<Row> {
  insert(db: Db, now: number, row: NewRow): Promise<{ readonly id: string; readonly isNew: boolean }>;
  prune(db: Db, before: number): Promise<number>;
}

type NewRow = Omit<ExportColumns, 'version' | 'created_at'>;

interface ExportServices extends FileServices {
  readonly jobs: Pick<Jobs, 'schedule' | 'onFailed'>;
  readonly ids: { opaque(): string };
  readonly outbox: Outbox;
}

/** What a job wrote. */
interface ExportContent extends FileContent {
  readonly name: string;
  /** What is in it, as JSON; `describe` reads it. */
  readonly about: unknown;
}

/** One kind of export: a list that is written as a file, with everything in it, for the person who asked. */
interface ExportKind<Row extends ExportColumns, Services extends ExportServices> extends FileKind<Row> {
  readonly store: ExportStore<Row>;
  /** The kind of its cards in the outbox. */
  readonly subject: string;
  /** The names of its jobs: the one that writes, and the one that deletes old rows. */
  readonly jobNames: { readonly write: string; readonly prune: string };
  /** Writes the list; may run again. @throws AppError where it cannot be written, or its person may not have it any more */
  write(services: Services, row: Row, run: JobRun): Promise<ExportContent>;
}

/** What is asked for. */
interface NewExport extends Pick<ExportColumns, 'person' | 'source' | 'language'> {
  /** What the list was asked for, as JSON. */
  readonly query: unknown;
}

export interface Exports<Row extends ExportColumns, Services extends ExportServices> extends Files<Row> {
  /** Starts the job; its file asks for consent in the person's own chat. */
  begin(trx: Trx, services: Services, wanted: NewExport): Promise<void>;
  jobsOf(services: Services): readonly JobKind<unknown>[];
  /** Says what could not be written, and in the channel where it was asked for that the own chat takes no message. */
  start(services: Services): void;
}

/** How long a row is stored; its content is deleted after the hour of its consent. */
const STORED_MS = DAY;

export const defineExports = <Row extends ExportColumns, Services extends ExportServices>(
  kind: ExportKind<Row, Services>,
): Exports<Row, Services> => {
  const { store } = kind;
  const answers = defineAnswers<Row>({
    subject: kind.subject,
    store,
    job: { name: kind.jobNames.write, field: 'file' },
    working: () => ({ state: 'writing' }) as Partial<Row>,
    failed: (_row, reason) => ({ state: 'unwritten', why: JSON.stringify(reason) }) as Partial<Row>,
  });
  const files = defineFiles(kind, answers);
  const pruning = definePruning({
    job: kind.jobNames.prune,
    keptFor: () => STORED_MS,
    forget: async (db, { now, keep }) => void (await store.prune(db, now - keep)),
  });

  /** Nothing is posted before it is written: then the file, or why there is none. */
  const deliver = (trx: Trx, services: Services, row: Row): Promise<void> => {
    const { id, person, language, version } = row;
    if (row.state === 'asked') return files.ask(trx, services, row, language);
    const subject = answers.subjectOf(id);
    return services.outbox.deliver(trx, { subject, variant: 'file', to: { person }, language, version });
  };

  return {
    ...files,
    async begin(trx, services, { query, ...wanted }) {
      const { id, isNew } = await store.insert(trx, services.clock.now(), {
        ...wanted,
        id: services.ids.opaque(),
        name: '',
        about_json: JSON.stringify(query),
        bytes: 0,
        packed: null,
        state: 'writing',
        why: null,
        place_json: null,
      });
      if (!isNew) return;
      await answers.schedule(trx, services, id);
      await pruning.prune(trx, services);
    },
    jobsOf: (services) => [
      answers.job(services, {
        async work(row, run) {
          const { name, about, bytes, packed } = await kind.write(services, row, run);
          if (packed === undefined) throw tooLarge();
          // The hour of its consent begins now.
          const written = {
            state: 'asked',
            name,
            about_json: JSON.stringify(about),
            bytes,
            packed,
            created_at: iso(services.clock.now()),
          };
          await answers.end(services, row, written as Partial<Row>);
          return { again: run.now };
        },
        async after(row) {
          await services.database.transaction((trx) => deliver(trx, services, row));
          return { end: 'done' };
        },
      }),
      files.end(services),
      pruning.job(services),
    ],
    start(services) {
      services.jobs.onFailed(answers.onFailed(services, (trx, row) => deliver(trx, services, row)));
      services.outbox.onUndelivered(async (trx, { subject }) => {
        const id = subject.slice(subject.indexOf(':') + 1);
        const row = subject === answers.subjectOf(id) ? await store.find(trx, id) : undefined;
        const [conversation = '', message = ''] = row?.source.split(' ') ?? [];
        if (!row || !isChannelId(conversation)) return;
        await services.outbox.notify(
          trx,
          { conversation: threadOf(conversation, message) },
          row.language,
          'files.undelivered',
          {},
        );
      });
    },
  };
};

const MEGABYTE = 1024 * 1024;

const tooLarge = (): AppError =>
  new AppError({ code: 'File.TooLarge', text: 'files.tooLarge', values: { most: MOST_BYTES / MEGABYTE } });
