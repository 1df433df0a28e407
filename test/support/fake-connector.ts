import type { Connector, ConversationRef } from '#teams/connector/connector.ts';
import { threadOf } from '#teams/connector/conversations/conversation.ts';
import { ConnectorError, type ConnectorErrorKind } from '#teams/connector/errors.ts';
import type { OutgoingActivity } from '#teams/connector/messages.ts';

interface FakeCall {
  readonly act: 'send' | 'edit' | 'open';
  /** Conversation, or the person whose chat was opened. */
  readonly at: string;
  readonly activityId?: string;
  readonly said?: string | undefined;
}

export interface FakeConnector extends Connector {
  readonly calls: readonly FakeCall[];
  /** The next call of this kind ends so, or waits for whatever the answer returns. */
  next(act: FakeCall['act'], answer: () => unknown): void;
  /** Conversations that the bot was never in. */
  readonly unknown: Set<string>;
  /** Conversations that refuse every message, with the reason. */
  readonly refusing: Map<string, ConnectorErrorKind>;
  /** So many of the next posts are accepted without an id. */
  nameless: number;
  /** What stands now, by activity id. */
  readonly standing: ReadonlyMap<string, string | undefined>;
}

const refOf = (id: string): ConversationRef => ({ id, serviceUrl: 'https://teams.example/', tenantId: 'tenant' });

/** Teams as the outbox sees it: takes everything, unless a test wants trouble. */
export const createFakeConnector = (): FakeConnector => {
  const calls: FakeCall[] = [];
  const troubles: { act: FakeCall['act']; answer: () => unknown }[] = [];
  const standing = new Map<string, string | undefined>();
  const unknown = new Set<string>();
  const refusing = new Map<string, ConnectorErrorKind>();

  const meet = async (call: FakeCall): Promise<void> => {
    calls.push(call);
    const refusal = refusing.get(call.at);
    if (refusal) throw new ConnectorError(refusal);
    const index = troubles.findIndex(({ act }) => act === call.act);
    if (index >= 0) await troubles.splice(index, 1)[0]?.answer();
  };
  const said = ({ summary }: OutgoingActivity) => summary;

  const fake: FakeConnector = {
    calls,
    standing,
    nameless: 0,
    unknown,
    refusing,
    next: (act, answer) => troubles.push({ act, answer }),
    async send(to, activity, options) {
      const activityId = `m${calls.length + 1}`;
      await meet({ act: 'send', at: to.id, said: said(activity) });
      standing.set(activityId, said(activity));
      const isNameless = fake.nameless > 0;
      if (isNameless) fake.nameless -= 1;
      const posted = isNameless
        ? { activityId: '', conversationId: to.id }
        : { activityId, conversationId: threadOf(to.id, activityId) };
      await options?.recorded?.(posted);
      return posted;
    },
    async edit(at, activityId, activity, options) {
      await meet({ act: 'edit', at: at.id, activityId, said: said(activity) });
      standing.set(activityId, said(activity));
      await options?.recorded?.({ activityId, conversationId: at.id });
    },
    remove: async () => {},
    async openPersonal(objectId) {
      await meet({ act: 'open', at: objectId });
      return refOf(`a:${objectId}`);
    },
    member: () => Promise.reject(new ConnectorError('gone')),
    accounts: async (_at, objectIds, most, isWanted = () => true) =>
      objectIds
        .filter(isWanted)
        .slice(0, most)
        .map((id) => `29:${id}`),
    accountsOf: async (_at, objectIds) => new Map(objectIds.map((id) => [id, `29:${id}`])),
    channels: { keepTeam: async () => {}, keepChannel: async () => {}, open: async () => false },
    namesOf: async () => ({ team: undefined, channel: undefined }),
    conversations: {
      remember: async () => false,
      find: async (id) => (unknown.has(id.split(';')[0] ?? '') ? undefined : refOf(id)),
      forget: async () => {},
      personal: async () => undefined,
      personOf: async () => undefined,
    },
  };
  return fake;
};
