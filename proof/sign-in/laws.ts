import { z } from 'zod';
import type { Db } from '../../src/platform/storage/database.ts';
import { idOf } from '../lib/policy-text.ts';
import { type Decider, deciders, type Press, press, type World } from './model.ts';

/** An approval as the audit has it. */
export interface Vote {
  readonly request: string;
  readonly person: Decider;
  readonly signIn: { readonly id: string; readonly way: string } | undefined;
}

const detail = z.object({ signIn: z.object({ id: z.string(), way: z.string() }).optional() });
const keyOf = (objectId: string): Decider => deciders.find((key) => idOf(key) === objectId) ?? 'bo';
const APPROVALS: ReadonlySet<string> = new Set(['approved', 'one of several approvals']);

/** The approvals of a request, in order. */
export const readVotes = async (db: Db, request: string): Promise<Vote[]> => {
  const rows = await db.selectFrom('audit').selectAll().where('change_id', '=', request).orderBy('seq').execute();
  return rows
    .filter(({ event }) => APPROVALS.has(event))
    .map(({ actor, detail_json }) => ({
      ...{ request, person: keyOf(actor), signIn: detail.parse(JSON.parse(detail_json)).signIn },
    }));
};

/** Whether this press alone would have counted before the storm. @param pressed is left as it is */
const wouldCount = (pressed: Press, world: World, now: number): boolean => {
  const { request, proof } = pressed;
  const alone: Press = {
    ...pressed,
    request: { ...request, votes: new Set(request.votes) },
    proof: proof && copyOf(proof),
  };
  return press(alone, world, now) === 'counted';
};

const copyOf = (proof: NonNullable<Press['proof']>): NonNullable<Press['proof']> =>
  proof.is === 'code'
    ? { ...proof, session: proof.session && { ...proof.session } }
    : { ...proof, session: { ...proof.session }, token: { ...proof.token } };

/**
 * Which order presses at the same moment had, nobody knows. Whatever it was: each vote had a press that could count by itself, with
 * the sign-in that the audit names; no sign-in and no token made two.
 */
export const stormFaults = (
  votes: readonly Vote[],
  presses: readonly Press[],
  world: World,
  now: number,
): readonly string[] => [
  ...votes.flatMap(({ request, person, signIn }) => {
    const good = presses.filter(
      (one) => one.request.id === request && one.person === person && wouldCount(one, world, now),
    );
    if (good.length === 0) return [`in a storm a vote of ${person} counted that no press could give`];
    const role = good[0]?.request.role;
    if (!role || !world[role]) return [];
    return good.some(({ proof }) => proof?.session?.id === signIn?.id && proof?.is === signIn?.way)
      ? []
      : [`in a storm a vote of ${person} counted by another sign-in than it brought`];
  }),
  ...twice(votes.flatMap(({ signIn }) => signIn?.id ?? [])).map(() => 'in a storm a sign-in made two votes'),
  ...(votes.filter(({ signIn }) => signIn?.way === 'token').length >
  new Set(presses.flatMap(({ proof }) => (proof?.is === 'token' ? proof.token.jwt : []))).size
    ? ['in a storm a token made two votes']
    : []),
];

const twice = (ids: readonly string[]): readonly string[] => ids.filter((id, at) => ids.indexOf(id) !== at);
