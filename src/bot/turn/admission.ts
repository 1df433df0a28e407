import { isFormVerb } from '#bot/commands/dispatch.ts';
import type { Registry } from '#bot/commands/registry.ts';
import type { VerifiedActivity } from '#bot/gate/activity.ts';
import { createLru } from '#platform/lib/cache.ts';
import { type Clock, SECOND, steady, withTimeout } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { createBuckets } from '#platform/lib/token-buckets.ts';
import type { PolicyStore } from '#policy/file/policy-store.ts';
import { type LimitKind, type LimitScope, limitScopes, limitsOf } from '#policy/model/sections.ts';
import { COMMAND_BUTTON } from '#teams/cards/buttons.ts';
import type { Connector } from '#teams/connector/connector.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import type { Member } from '#teams/connector/conversations/members.ts';
import { isAbsent } from '#teams/connector/errors.ts';
import { isForBot, type Press, readInvoke, readSubmit, worksWithoutBot } from './read-turn.ts';
import type { Turn } from './turn.ts';

/** How long a person named in the policy waits for the roster. */
const PATIENCE_MS = SECOND;

type Rosters = Pick<Connector, 'member' | 'openPersonal'>;

/** What a turn knows of its person from the roster. */
export type Admitted = Pick<Turn['who'], 'guest'>;

/**
 * Admits people of the tenant. People of another tenant by the roster are refused, and guests too unless the policy names
 * them or admits all guests. A person who cannot be looked up is refused, unless the policy itself names their object id:
 * a roster that does not answer must not stop decisions.
 * @returns what the roster says of the person who is admitted
 */
export const createGuard =
  (connector: Rosters, policy: PolicyStore) =>
  async (activity: VerifiedActivity): Promise<Admitted> => {
    const current = policy.current();
    const looked = findMember(connector, activity);
    const named = current.isNamed(activity.from.aadObjectId ?? '');
    const member = named ? await ifKnown(looked) : await looked;
    if (member?.foreign) throw new AppError({ code: 'Policy.OtherTenant', text: 'bot.refused.otherTenant' });
    const admitted: Admitted = member?.guest ? { guest: true } : {};
    if (named || current.guests === 'allow') return admitted;
    if (member?.guest) throw new AppError({ code: 'Policy.Guest', text: 'bot.refused.guest' });
    return admitted;
  };

/** The bot is in no conversation that could say who the person is: it can be added where they are. */
export class NotInstalled extends AppError {
  override readonly name = 'NotInstalled';

  constructor(cause: unknown) {
    super({ code: 'Policy.NotInstalled', text: 'bot.refused.notInstalled', cause });
  }
}

/**
 * By the roster of the conversation. Where the bot is no member, and the activity can come from there, the person's own chat
 * says who they are. @throws NotInstalled if it cannot either
 */
const findMember = async (connector: Rosters, activity: VerifiedActivity): Promise<Member> => {
  const { conversation, serviceUrl, from } = activity;
  const { tenantId } = conversation;
  try {
    return await connector.member({ id: conversation.id, serviceUrl, tenantId }, from.id);
  } catch (error) {
    if (!worksWithoutBot(activity) || !isAbsent(error)) throw error;
  }
  try {
    const own = await connector.openPersonal(from.aadObjectId ?? '', { teamsId: from.id, serviceUrl });
    return await connector.member(own, from.id);
  } catch (error) {
    throw isAbsent(error) ? new NotInstalled(error) : error;
  }
};

const ifKnown = (looked: Promise<Member>): Promise<Member | undefined> =>
  withTimeout<Member | undefined>(
    looked.catch(() => undefined),
    PATIENCE_MS,
    () => undefined,
  );

/** A person or conversation is over a rate limit. */
export interface LimitExceeded {
  readonly scope: LimitScope;
  readonly kind: LimitKind;
  /** Whole seconds until the next try is allowed. */
  readonly seconds: number;
  /** False if the person was told already; they get no other answer until then. */
  readonly notify: boolean;
}

/** The most people and conversations that are counted at once. */
const MOST = 10_000;

interface Demand {
  readonly kind: LimitKind;
  /** A decision counts against the person's own limit only: other people's messages never delay it. */
  readonly decides: boolean;
}

/**
 * Rate limits of people and conversations, by the policy's limits; counted in this process only.
 * @returns counts an activity, and gives undefined when it is within the limits
 */
export const createLimits = (deps: { registry: Registry; policy: PolicyStore; clock: Clock }) => {
  const { registry, policy } = deps;
  const clock = steady(deps.clock);
  const buckets = { person: createBuckets(MOST), conversation: createBuckets(MOST), tenant: createBuckets(MOST) };
  const lastTold = createLru<{ until: number }>(MOST);

  const tellOnce = (person: string, now: number, until: number): boolean => {
    const told = lastTold(person, () => ({ until: 0 }));
    if (now < told.until) return false;
    told.until = until;
    return true;
  };

  return (activity: VerifiedActivity): LimitExceeded | undefined => {
    const demand = demandOf(activity, registry);
    if (!demand) return undefined;
    const { kind } = demand;
    const rates = limitsOf(policy.current())[kind];
    const now = clock.now();
    const keys = keysOf(activity, kind);
    const counted = limitScopes.filter((scope) => scope === 'person' || !demand.decides);
    for (const scope of counted) {
      const until = buckets[scope].shutUntil(keys[scope], rates[scope], now);
      if (until === undefined) continue;
      const seconds = Math.ceil((until - now) / SECOND);
      return { scope, kind, seconds, notify: tellOnce(keys.person, now, until) };
    }
    for (const scope of counted) buckets[scope].take(keys[scope], rates[scope], now);
    return undefined;
  };
};

const keysOf = ({ from, conversation }: VerifiedActivity, kind: LimitKind): Record<LimitScope, string> => ({
  person: `${kind} ${(from.aadObjectId ?? from.id).toLowerCase()}`,
  conversation: `${kind} ${baseId(conversation.id)}`,
  tenant: kind,
});

/** @returns undefined for an activity that is not limited */
const demandOf = (activity: VerifiedActivity, registry: Registry): Demand | undefined => {
  if (activity.type === 'invoke') {
    const invoke = readInvoke(activity);
    if (invoke.is === 'press') return demandOfPress(invoke.press, registry);
    return { kind: invoke.is === 'messageAction' ? 'forms' : 'presses', decides: false };
  }
  if (activity.type !== 'message') return undefined;
  const press = readSubmit(activity.value);
  if (press) return demandOfPress(press, registry);
  return isForBot(activity) ? { kind: 'commands', decides: false } : undefined;
};

const demandOfPress = ({ verb, automatic }: Press, registry: Registry): Demand => {
  // A busy channel full of cards must not use up a person's presses.
  if (automatic) return { kind: 'refreshes', decides: false };
  // A command button sends a typed command, and is answered by a message too.
  if (verb === COMMAND_BUTTON) return { kind: 'commands', decides: false };
  if (isFormVerb(verb)) return { kind: 'forms', decides: false };
  return { kind: 'presses', decides: registry.action(verb)?.decides === true };
};
