import { MINUTE } from '../../src/platform/lib/clock.ts';
import type { AccessService } from '../lib/access-service.ts';
import { idOf } from '../lib/policy-text.ts';
import type { BreakGlassEngine } from './engine.ts';
import type { Taken } from './model.ts';
import { everybody, type Person } from './plan.ts';

const whoIs = (objectId: string): Person | undefined => everybody.find((who) => idOf(who) === objectId);

const differ = (what: string, seen: readonly unknown[], wanted: readonly unknown[]): readonly string[] =>
  JSON.stringify(seen) === JSON.stringify(wanted)
    ? []
    : [`${what}: ${JSON.stringify(seen)} instead of ${JSON.stringify(wanted)}`];

/** What does not hold of one use that was taken, in words: by the store, the cards and the vendor's own record. */
export const faultsOf = async (
  { database: { db }, changes, mention, card }: BreakGlassEngine,
  { assignments }: AccessService,
  one: Taken,
): Promise<readonly string[]> => {
  const { id, mostMs, use } = one;
  const isGranted = one.vendor !== 'refused';
  const change = await changes.find(id);
  const stored = await db.selectFrom('break_glass').select('state').where('change_id', '=', id).execute();
  const posts = await db.selectFrom('deliveries').selectAll().where('subject', 'like', `%:${id}`).execute();
  const entries = await db.selectFrom('audit').select(['event', 'detail_json']).where('change_id', '=', id).execute();
  const toPeople = (subject: string, face: string) =>
    posts
      .filter((row) => row.subject === `${subject}:${id}` && row.face === face && row.target_kind === 'person')
      .map((row) => whoIs(row.target));
  const mentioned = posts.some(({ subject }) => subject === `breakGlassMention:${id}`)
    ? ((await mention(id))?.mention?.people ?? []).map(({ objectId }) => whoIs(objectId))
    : [];
  const notified = [
    ...toPeople('change', 'approvers').map((who) => `${who} chat`),
    ...mentioned.map((who) => `${who} mention`),
  ].sort();
  const recorded = entries
    .filter(({ event }) => event === 'skipped approver told')
    .map(({ detail_json }) => JSON.parse(detail_json) as { person: string; way: string })
    .map(({ person, way }) => `${whoIs(person)} ${way}`)
    .sort();
  const made = assignments.filter(({ name }) => name === change?.guid);
  const badge = (await card(id)).includes('Break-glass ·');
  return [
    ...differ(
      'its state',
      [change?.state, ...stored.map(({ state }) => state)],
      [isGranted ? 'done' : 'failed', one.state],
    ),
    ...differ(
      'told',
      isGranted ? notified : notified.filter((who) => who.endsWith('chat')),
      isGranted ? one.skipped : [],
    ),
    ...differ('recorded as told', recorded, isGranted ? one.skipped : []),
    ...differ(
      'asked for a review',
      toPeople('breakGlass', 'review').sort(),
      isGranted ? [...one.reviewers].sort() : [],
    ),
    ...differ('assignments', [made.length], [isGranted ? 1 : 0]),
    ...made.flatMap(({ start, end, person }) => [
      ...differ('whose', [person], [idOf(use.who)]),
      ...differ('minutes', [(end - start) / MINUTE], [use.minutes]),
      ...(end - start > mostMs ? ['it lasts longer than the policy allowed'] : []),
    ]),
    ...(badge ? [] : ['the card has no badge']),
  ];
};
