import { type Answer, cardAnswer, type Turn } from '#bot/turn/turn.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { SECOND } from '#platform/lib/clock.ts';
import { driftCard, turnDriftTo } from '../cards/drift-card.ts';
import { findDrift } from '../drift/find-drift.ts';
import { recordDrift } from '../drift/record-drift.ts';
import { openDrift } from '../drift/weekly-job.ts';
import { requireLister } from '../policy.ts';

export const drift = defineCommand({
  name: 'drift',
  aliases: ['check access'],
  area: 'access',
  effect: 'shows',
  takes: {},
  example: 'drift',
  run: (turn, _args, services) => showDrift(turn, services, 0),
});

/** The pages of one list are of one read. */
const FRESH_MS = 30 * SECOND;

/** The differences that nobody keeps, found now. @throws AppError for a person who may not list assignments */
export const showDrift = async (turn: Turn, services: Services, page: number): Promise<Answer> => {
  const { policy, cache, vendor, database, clock } = services;
  requireLister(policy.current(), turn.who.objectId);
  const found = await cache.get(`drift ${policy.digest()}`, FRESH_MS, () => {
    const how = { policy: policy.current(), vendor, db: database.db, now: clock.now(), endBy: turn.answerBy };
    return findDrift(how);
  });
  // What a client asks for by itself only reads.
  if (!turn.automatic) await recordDrift(services, found);
  const open = await openDrift(services, found);
  const summary = turn.words.plain('access.drift.summary', { count: open.mismatches.length });
  return cardAnswer(driftCard(open, page, turn.words), summary, turnDriftTo(page));
};
