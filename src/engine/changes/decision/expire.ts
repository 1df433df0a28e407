import { z } from 'zod';
import { STEWARD } from '#platform/audit/chain.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Change } from '../change.ts';
import { advance, type ChangesCore } from '../core.ts';
import { findChange } from '../repository.ts';

const DEADLINE = 'changes.deadline';
const payload = z.object({ change: z.string() });

export const scheduleDeadline = (core: ChangesCore, trx: Trx, change: Change): Promise<void> =>
  core.jobs.schedule(trx, {
    kind: DEADLINE,
    key: `${DEADLINE}:${change.id}`,
    dueAt: change.deadlineAt,
    payload: { change: change.id },
  });

/** Expires an undecided request. @returns undefined if another update came first */
export const expire = (core: ChangesCore, trx: Trx, change: Change): Promise<Change | undefined> =>
  advance(core, trx, change, { patch: { state: 'expired' }, actor: STEWARD, event: 'expired' });

/** Checks the deadline whether or not the request still waits. */
export const deadlineJob = (core: ChangesCore): JobKind<z.infer<typeof payload>> => ({
  name: DEADLINE,
  payload,
  maxAttempts: 1_000,
  async handle({ change: id }) {
    const change = await findChange(core.database.db, id);
    if (change?.state !== 'waiting') return { end: 'done' };
    if (change.deadlineAt > core.clock.now()) return { again: change.deadlineAt };
    const moved = await core.database.transaction((trx) => expire(core, trx, change));
    // A concurrent decision came first, or one of several approvals: check again.
    return moved ? { end: 'done' } : { again: core.clock.now() };
  },
});
