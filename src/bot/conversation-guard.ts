import type { Connector } from '../connector/connector.ts';
import { AppError } from '../lib/errors.ts';
import type { PolicyStore } from '../policy/store.ts';
import type { VerifiedActivity } from './gate/activity.ts';

/**
 * Lets through whoever the policy names, and of all others only people of the tenant: guests are refused unless the
 * policy lets them in. Who cannot be looked up is refused too.
 */
export const createGuard =
  (connector: Connector, policy: PolicyStore) =>
  async (activity: VerifiedActivity): Promise<void> => {
    const { conversation, serviceUrl, from } = activity;
    const current = policy.current();
    if (current.guests === 'allow' || current.personByObjectId(from.aadObjectId ?? '')) return;
    const at = { id: conversation.id, serviceUrl, tenantId: conversation.tenantId };
    const member = await connector.member(at, from.id);
    if (member.guest) throw new AppError({ code: 'Policy.Guest', text: 'bot.refused.guest' });
  };
