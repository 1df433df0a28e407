import { z } from 'zod';
import type { Base, JobKind } from '#platform/jobs/jobs.ts';
import { DAY, HOUR, iso } from '#platform/lib/clock.ts';
import type { TextValues } from '#platform/lib/errors.ts';
import { insertNew } from '#platform/storage/claim.ts';
import type { Migrations, Trx } from '#platform/storage/database.ts';
import { createTable } from '#platform/storage/schema.ts';
import type { AppSignIn } from './access-token.ts';
import { readCertificate } from './certificate.ts';
import { credentialNames, proofName, readCredentialFile } from './credential.ts';

/** So many days before a credential ends its operators are warned, once each. */
export const WARNING_DAYS = [30, 7, 1] as const;

/** When a credential ends, by the certificate or the secret's setting; undefined for never or unknown. @throws SignInError for an unusable one */
export const endOf = async ({ credential, owner, clock }: AppSignIn): Promise<number | undefined> => {
  if (credential.kind === 'secret') return credential.endsAt;
  if (credential.kind !== 'certificate') return undefined;
  const setting = credentialNames[owner].certificate;
  return readCertificate(await readCredentialFile(credential.file, setting), setting, clock.now()).endsAt;
};

/** Whether it can end at all. */
const mayEnd = ({ credential }: AppSignIn): boolean =>
  credential.kind === 'certificate' || (credential.kind === 'secret' && credential.endsAt !== undefined);

/** One row for each warning that was given. */
interface CredentialWarningTable {
  key: string;
  given_at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    credential_warnings: CredentialWarningTable;
  }
}

export const credentialMigrations: Migrations = {
  'credentials-001': async (db) => {
    await createTable(db, 'credential_warnings', { key: 'key', texts: ['given_at'] }).execute();
  },
};

const EXPIRY = 'credentials.expiry';
const EVERY_MS = HOUR;

type Listener = (trx: Trx, values: TextValues) => Promise<void>;

export interface CredentialExpiry {
  /** Called once for each warning, in the transaction that notes it. */
  onWarning(listener: Listener): void;
  start(): Promise<void>;
}

interface Deps extends Pick<Base, 'database' | 'jobs' | 'log'> {
  readonly signIns: readonly AppSignIn[];
}

/** Warns before a certificate or a client secret ends. Files are read anew each time, so that a renewed one counts. */
export const watchCredentialExpiry = ({ signIns, database, jobs, log }: Deps): CredentialExpiry => {
  const listeners: Listener[] = [];
  const watched = signIns.filter(mayEnd);

  /** Of several warnings that are due at once only the most urgent is given. */
  const warn = async (signIn: AppSignIn, endsAt: number, now: number): Promise<void> => {
    const due = WARNING_DAYS.filter((days) => endsAt - now <= days * DAY);
    if (due.length === 0) return;
    const { credential, owner } = signIn;
    const setting = proofName(credential, owner);
    const keyOf = (days: number): string => `${owner} ${credential.kind} ${iso(endsAt)} ${days}`;
    await database.transaction(async (trx) => {
      let isNew = false;
      for (const days of due) isNew = await note(trx, keyOf(days), now);
      if (!isNew) return;
      log.warn('credential ends', { reason: setting, count: Math.floor((endsAt - now) / DAY) });
      const days = Math.max(0, Math.round((endsAt - now) / DAY));
      const values = { owner, kind: credential.kind, setting, date: iso(endsAt).slice(0, 10), days };
      for (const listener of listeners) await listener(trx, values);
    });
  };

  const look = async (signIn: AppSignIn, now: number): Promise<void> => {
    const endsAt = await endOf(signIn).catch((error: unknown) => {
      log.warn('credential unread', { reason: signIn.owner, error });
      return undefined;
    });
    if (endsAt !== undefined) await warn(signIn, endsAt, now);
  };

  const kind: JobKind<Record<never, never>> = {
    name: EXPIRY,
    payload: z.object({}),
    maxAttempts: 10,
    async handle(_payload, { now }) {
      for (const signIn of watched) await look(signIn, now);
      return watched.length > 0 ? { again: now + EVERY_MS } : { end: 'done' };
    },
  };
  jobs.define(kind);

  return {
    onWarning: (listener) => void listeners.push(listener),
    async start() {
      if (watched.length === 0) return;
      const dueAt = signIns[0]?.clock.now() ?? 0;
      await jobs.schedule(database.db, { kind: EXPIRY, key: EXPIRY, dueAt, payload: {} });
    },
  };
};

/** @returns whether it was not noted before */
const note = async (trx: Trx, key: string, now: number): Promise<boolean> => {
  const added = trx.insertInto('credential_warnings').values({ key, given_at: iso(now) });
  return insertNew(added);
};
