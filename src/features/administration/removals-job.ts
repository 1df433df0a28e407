import { z } from 'zod';
import { VendorError } from '../../api/errors/errors.ts';
import { isOpen } from '../../changes/change.ts';
import { ALREADY_OPEN } from '../../changes/submit.ts';
import type { JobKind } from '../../jobs/jobs.ts';
import { MINUTE, SECOND } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Trx } from '../../storage/database.ts';
import type { Removal, Services } from '../feature.ts';
import { revocationSubject } from './cards/revocation-card.ts';
import { findRevocation, type Revocation, type RevokedRemoval, saveRemovals } from './store.ts';

const REMOVALS = 'administration.removals';
const payload = z.object({ revocation: z.string() });

/** The time for reading what a person has. */
const READ_MS = 30 * SECOND;
/** Until it is read again, where the service did not answer. */
const UNREAD_MS = 2 * MINUTE;

export const scheduleRemovals = ({ jobs, clock }: Services, trx: Trx, revocation: string): Promise<void> =>
  jobs.schedule(trx, {
    ...{ kind: REMOVALS, key: `${REMOVALS}:${revocation}`, dueAt: clock.now(), payload: { revocation } },
  });

/**
 * Asks in the name of the administrator for the removal of what the person has, by the rules of the policy. What was on its way to
 * the vendor when they were revoked is waited for, and then removed too. Each thing is asked for once, however often this runs.
 */
export const removalsJob = (services: Services): JobKind<z.infer<typeof payload>> => ({
  name: REMOVALS,
  payload,
  maxAttempts: 1_000,
  async handle({ revocation: id }) {
    const { database, clock } = services;
    const revocation = await findRevocation(database.db, id);
    if (!revocation) return { end: 'done' };
    // Looked at first: what ends after it is read again, and its grant is known by then.
    const isUnderWay = await anyOpen(services, revocation.underWay);
    const removals = await requestRemovals(services, revocation).catch((error: unknown) => {
      if (error instanceof VendorError) return undefined;
      throw error;
    });
    // Whatever keeps the service from answering, nobody must stay with what was revoked.
    if (!removals) return { again: clock.now() + UNREAD_MS };
    await database.transaction(async (trx) => {
      const saved = await saveRemovals(trx, id, removals);
      if (saved) await services.outbox.touch(trx, revocationSubject(id), saved.version);
    });
    return isUnderWay ? { again: clock.now() + MINUTE } : { end: 'done' };
  },
});

const anyOpen = async ({ changes }: Services, ids: readonly string[]): Promise<boolean> => {
  for (const id of ids) {
    const change = await changes.find(id);
    if (change && isOpen(change.state)) return true;
  }
  return false;
};

/** With what was asked for at an earlier reading, and has gone since. */
const requestRemovals = async (services: Services, revocation: Revocation): Promise<readonly RevokedRemoval[]> => {
  const { by, reason, person } = revocation;
  const endBy = services.clock.now() + READ_MS;
  const found: RevokedRemoval[] = [...(revocation.removals ?? []).filter(({ ref }) => ref !== undefined)];
  for (const account of accountsOf(services.policy.current(), person.objectId)) {
    for (const removal of await services.removals({ person: account, by: by.name, reason, endBy })) {
      const asked = await request(services, revocation, removal);
      if (!found.some(({ ref }) => ref !== undefined && ref === asked.ref)) found.push(asked);
    }
  }
  return found;
};

const accountsOf = (policy: Policy, objectId: string): readonly string[] => [
  objectId,
  ...policy.people
    .map((account) => account.objectId)
    .filter((id) => id !== objectId && policy.identityOf(id) === policy.identityOf(objectId)),
];

/** What the policy does not let the administrator ask for stands in the report, with the reason. */
const request = async (
  services: Services,
  { id, by }: Revocation,
  { key, what, ask }: Removal,
): Promise<RevokedRemoval> => {
  if ('refused' in ask) return { what, refused: ask.refused };
  try {
    const { change } = await services.changes.submit({ ...ask, requester: by, source: `revocation ${id} ${key}` });
    return { what, ref: change.ref };
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable) throw error;
    if (error.code === ALREADY_OPEN) return { what, ref: String(error.values['ref']) };
    const values = Object.fromEntries(
      Object.entries(error.values).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
    );
    return { what, refused: { text: error.textKey, values } };
  }
};
