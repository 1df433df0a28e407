import { z } from 'zod';
import type { Audit } from '#platform/audit/audit.ts';
import type { ApplicationCredential } from '#platform/identity/client-authentication.ts';
import type { JobKind, NewJob } from '#platform/jobs/job.ts';
import type { Base, Jobs } from '#platform/jobs/jobs.ts';
import { DAY, HOUR, iso } from '#platform/lib/clock.ts';
import type { Database } from '#platform/storage/database.ts';
import type { Texts } from '#platform/texts/texts.ts';
import type { Confirm, SignInProof } from './confirmation.ts';
import type { PersonTokens } from './person-tokens.ts';

/** Where and as which application people sign in. */
export interface SignInSettings {
  /** Steward's own address, without a path, as people's browsers reach it. */
  readonly publicUrl: () => string;
  /** The directory's token endpoint; its other addresses stand beside it. */
  readonly tokenUrl: string;
  readonly tenantId: string;
  readonly credential: ApplicationCredential;
  /** The address of the application for single sign-on in Teams; absent where that is not set up. */
  readonly exchange?: string | undefined;
  /** Of a Teams that the library of its windows does not know. */
  readonly teamsOrigin?: string | undefined;
}

export interface FreshSignInsDeps extends Pick<Base, 'http' | 'database' | 'clock' | 'ids' | 'log'> {
  readonly settings: SignInSettings;
  readonly audit: Pick<Audit, 'seal' | 'refused' | 'proven'>;
  readonly jobs: Pick<Jobs, 'define' | 'schedule'>;
  readonly texts: Texts;
  /** Keeps the tokens that sign-ins bring for the cloud; absent where nothing is sent in people's names. */
  readonly personTokens?: PersonTokens | undefined;
}

/** A request of a browser below /sign-in. */
export interface WindowRequest {
  /** `start`, `callback`, or the name of a file of the page. */
  readonly name: string;
  readonly query: URLSearchParams;
  readonly cookie: string | undefined;
  readonly language: string | undefined;
}

export interface WindowAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** People sign in anew to confirm a decision. What it needs is loaded at the first one. */
export interface FreshSignIns {
  /** Verifies what a press brought outside of a transaction, as it may ask the directory for keys. @returns what confirms a decision in one */
  prepare(proof: SignInProof | undefined): Promise<Confirm>;
  /** What the person's browser asks for. */
  answer(request: WindowRequest): Promise<WindowAnswer>;
}

export const createFreshSignIns = (deps: FreshSignInsDeps): FreshSignIns => {
  deps.jobs.define(pruneJob(deps.database));
  deps.jobs.define(forgetTokenJob(deps.database));
  let loading: Promise<FreshSignIns> | undefined;
  const load = (): Promise<FreshSignIns> => {
    loading ??= import('./window/window.ts').then(({ createSignInService }) => createSignInService(deps));
    return loading;
  };
  return {
    prepare: async (proof) => (await load()).prepare(proof),
    answer: async (request) => (await load()).answer(request),
  };
};

const PRUNE = 'sign-in.prune';

/** Forgets the sign-ins of a day when they are over. It is scheduled with each: where there are none, there is no job. */
const pruneJob = ({ db }: Pick<Database, 'db'>): JobKind<object> => ({
  name: PRUNE,
  payload: z.object({}),
  maxAttempts: 100,
  async handle(_payload, { now, stopping }) {
    const { pruneSignIns } = await import('./store.ts');
    await pruneSignIns(db, now, stopping);
    return { end: 'done' };
  },
});

const FORGET = 'sign-in.forget-token';
const ofToken = z.object({ signIn: z.string() });

/** Forgets a person's unused token, and any when it ends; also where Steward no longer sends in people's names. */
export const forgetTokenJob = ({ db }: Pick<Database, 'db'>): JobKind<z.infer<typeof ofToken>> => ({
  name: FORGET,
  payload: ofToken,
  maxAttempts: 1_000,
  async handle({ signIn }, { now }) {
    const row = await db
      .selectFrom('person_tokens')
      .select(['adopted', 'expires_at'])
      .where('sign_in_id', '=', signIn)
      .executeTakeFirst();
    const endsAt = row?.adopted === 1 ? Date.parse(row.expires_at) : now;
    if (endsAt > now) return { again: endsAt };
    await db.deleteFrom('person_tokens').where('sign_in_id', '=', signIn).execute();
    return { end: 'done' };
  },
});

/** @param dueAt when the sign-in is over, in milliseconds since 1970 */
export const forgetTokenLater = (signIn: string, dueAt: number): NewJob => ({
  kind: FORGET,
  key: `${FORGET}:${signIn}`,
  dueAt,
  payload: { signIn },
});

export const pruneLater = (now: number): NewJob => ({
  kind: PRUNE,
  key: `${PRUNE} ${iso(now).slice(0, 10)}`,
  dueAt: now + DAY + HOUR,
  payload: {},
});
