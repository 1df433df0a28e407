import {
  type Activity,
  ActivityTypes,
  BotAdapter,
  type ConversationReference,
  INVOKE_RESPONSE_KEY,
  type ResourceResponse,
  TurnContext,
} from 'botbuilder-core';
import type { Connector } from '#teams/connector/connector.ts';
import type { OutgoingActivity } from '#teams/connector/messages.ts';

const CARD = 'application/vnd.microsoft.card.adaptive';

/**
 * botbuilder's adapter on our own Connector: the rate limits of Teams are kept in one place, and no call is retried elsewhere.
 * Every activity that reaches it has passed the gate.
 */
export class StewardAdapter extends BotAdapter {
  readonly #connector: Connector;
  readonly #isForDecisions: (conversationId: string) => boolean;

  /** @param isForDecisions whether people decide on cards in a conversation: such cards go before answers to typed messages */
  constructor(connector: Connector, isForDecisions: (conversationId: string) => boolean) {
    super();
    this.#connector = connector;
    this.#isForDecisions = isForDecisions;
  }

  /** Runs the handler on one activity. @returns the body of the answer to an invoke */
  async process(activity: Partial<Activity>, logic: (context: TurnContext) => Promise<void>): Promise<unknown> {
    const context = new TurnContext(this, activity);
    await this.runMiddleware(context, logic);
    return context.turnState.get(INVOKE_RESPONSE_KEY)?.value?.body;
  }

  override async sendActivities(context: TurnContext, activities: Partial<Activity>[]): Promise<ResourceResponse[]> {
    const sent: ResourceResponse[] = [];
    for (const activity of activities) {
      // botbuilder passes the answer to an invoke as an activity; it becomes the HTTP response.
      if (activity.type === ActivityTypes.InvokeResponse) {
        context.turnState.set(INVOKE_RESPONSE_KEY, activity);
        continue;
      }
      const { activityId } = await this.#connector.send(refOf(context), toOutgoing(activity), this.#patience(context));
      sent.push({ id: activityId });
    }
    return sent;
  }

  override async updateActivity(context: TurnContext, activity: Partial<Activity>): Promise<ResourceResponse> {
    const id = activity.id ?? '';
    await this.#connector.edit(refOf(context), id, toOutgoing(activity), this.#patience(context));
    return { id };
  }

  override async deleteActivity(context: TurnContext, reference: Partial<ConversationReference>): Promise<void> {
    await this.#connector.remove(refOf(context), reference.activityId ?? '');
  }

  override async continueConversation(): Promise<void> {
    throw new Error('proactive messages go through the outbox');
  }

  /**
   * A person waits for this, so it goes before proactive messages, but after cards that people decide on. If the rate limits
   * of Teams delay it for too long, a press gets an error, and a message gets its answer from the outbox,
   * before Teams times the turn out.
   */
  #patience({ activity }: TurnContext) {
    return {
      priority: this.#isForDecisions(activity.conversation.id) ? ('normal' as const) : ('critical' as const),
      deadlineMs: activity.type === ActivityTypes.Invoke ? 2_000 : 10_000,
    };
  }
}

const refOf = ({ activity }: TurnContext) => ({
  id: activity.conversation.id,
  serviceUrl: activity.serviceUrl,
  tenantId: activity.conversation.tenantId ?? '',
});

const toOutgoing = (activity: Partial<Activity>): OutgoingActivity => {
  const card = activity.attachments?.find(({ contentType }) => contentType === CARD);
  if (card) return { card: card.content, ...(activity.summary ? { summary: activity.summary } : {}) };
  return { text: activity.text ?? '', textFormat: 'markdown' };
};
