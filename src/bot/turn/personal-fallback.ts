import type { Connector } from '../../connector/connector.ts';
import { ConnectorError } from '../../connector/errors.ts';
import type { VerifiedActivity } from '../gate/activity.ts';
import type { Turn } from './turn.ts';

/**
 * The message menu reaches also conversations in which the bot is no member: what comes of it there stands in the
 * person's own chat with the bot, where it can be said. A roster that cannot be read just now changes nothing.
 */
export const createPersonalFallback =
  (connector: Connector) =>
  async ({ conversation, serviceUrl, from }: VerifiedActivity, turn: Turn): Promise<Turn> => {
    try {
      await connector.member({ id: conversation.id, serviceUrl, tenantId: conversation.tenantId }, from.id);
      return turn;
    } catch (error) {
      if (!(error instanceof ConnectorError && (error.kind === 'left' || error.kind === 'gone'))) return turn;
    }
    const { id } = await connector.openPersonal(turn.who.objectId);
    return { ...turn, where: { conversationId: id, kind: 'personal' } };
  };
