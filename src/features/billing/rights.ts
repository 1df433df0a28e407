import type { Policy } from '../../policy/policy.ts';
import type { BillingAccount } from './policy.ts';

/** Whether somebody may see amounts of the account; asked anew at each press and each drawing. */
export const maySee = (policy: Policy, { see }: Pick<BillingAccount, 'see'>, objectId: string): boolean =>
  policy.isIn(objectId, see);

/** Whether amounts of the account may stand in a conversation; undefined stands for a person's own chat. */
export const mayStandIn = (
  policy: Policy,
  { channels }: Pick<BillingAccount, 'channels'>,
  conversationId: string | undefined,
): boolean => {
  if (conversationId === undefined) return true;
  const conversation = policy.conversationById(conversationId);
  return conversation !== undefined && channels.includes(conversation.key);
};
