import type { Connector } from '../../connector/connector.ts';
import type { Member } from '../../connector/conversations/members.ts';
import { SECOND } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { PolicyStore } from '../../policy/file/policy-store.ts';
import type { VerifiedActivity } from '../gate/activity.ts';
import { withTimeout } from './with-timeout.ts';

/** How long a person whom the policy names waits for the roster. */
const PATIENCE_MS = SECOND;

/**
 * Lets through people of the tenant: whoever the roster says to be of another one is refused, guests too unless the policy
 * names them or lets all of them in. Who cannot be looked up is refused, but for those whom the policy names by their
 * object id: a roster that does not answer keeps nobody from deciding.
 */
export const createGuard =
  (connector: Pick<Connector, 'member'>, policy: PolicyStore, tenantId: string) =>
  async (activity: VerifiedActivity): Promise<void> => {
    const { conversation, serviceUrl, from } = activity;
    const current = policy.current();
    const at = { id: conversation.id, serviceUrl, tenantId: conversation.tenantId };
    const looked = connector.member(at, from.id);
    const named = current.personByObjectId(from.aadObjectId ?? '') !== undefined;
    const member = named ? await ifKnown(looked) : await looked;
    if (member && isForeign(member, tenantId))
      throw new AppError({ code: 'Policy.OtherTenant', text: 'bot.refused.otherTenant' });
    if (named || current.guests === 'allow') return;
    if (member?.guest) throw new AppError({ code: 'Policy.Guest', text: 'bot.refused.guest' });
  };

const ifKnown = (looked: Promise<Member>): Promise<Member | undefined> =>
  withTimeout<Member | undefined>(
    looked.catch(() => undefined),
    PATIENCE_MS,
    () => undefined,
  );

/** A roster that tells no tenant tells by the role who is a guest. */
const isForeign = ({ tenantId: theirs }: Member, ours: string): boolean =>
  theirs !== '' && theirs.toLowerCase() !== ours.toLowerCase();
