import type { OutgoingActivity } from '../../src/teams/connector/messages.ts';
import { createFakeConnector, type FakeConnector } from '../../test/support/fake-connector.ts';

/** A message as it stands in Teams. */
export interface Copy {
  readonly where: string;
  /** With its thread, as Teams names it in a press. */
  readonly conversationId: string;
  readonly activityId: string;
  /** Its card as JSON text. */
  readonly card: string;
}

/** Teams as the bot sees it, with every message as it was sent or edited last. */
export const createTeams = (): { readonly connector: FakeConnector; readonly copies: Map<string, Copy> } => {
  const copies = new Map<string, Copy>();
  const connector = createFakeConnector();
  const note = (conversationId: string, activityId: string, activity: OutgoingActivity): void => {
    const where = conversationId.split(';')[0] ?? '';
    copies.set(activityId, { where, conversationId, activityId, card: JSON.stringify(activity) });
  };
  return {
    copies,
    connector: {
      ...connector,
      async send(to, activity, options) {
        const posted = await connector.send(to, activity, options);
        note(posted.conversationId, posted.activityId, activity);
        return posted;
      },
      async edit(at, activityId, activity, options) {
        await connector.edit(at, activityId, activity, options);
        note(copies.get(activityId)?.conversationId ?? at.id, activityId, activity);
      },
    },
  };
};
