import { z } from 'zod';
import { SECOND } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/logger.ts';
import { cut } from '#platform/lib/text.ts';
import { MAX_PAYLOAD_BYTES, utf16Bytes } from '#teams/cards/define-card.ts';
import type { Call, Caller } from './calls.ts';
import { baseId, type ConversationRef, threadOf } from './conversations/conversation.ts';
import { ConnectorError } from './errors.ts';
import type { Priority } from './queue/queue.ts';
import { type FileCard, fileAttachment } from './upload.ts';

/** A mentioned person: their account in the conversation, and their name on cards. */
interface Mentioned {
  /** The channel account, `29:…`. */
  readonly id: string;
  readonly name: string;
}

/** Teams reads the text of a message as XML where it mentions a person. */
const escapeXml = (text: string): string =>
  text.replace(/[<>&]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' })[sign] ?? sign);

const tagOf = ({ name }: Mentioned): string => `<at>${escapeXml(name)}</at>`;

/** A message that mentions people: each is notified once. @param compose the text around their tags, in their order */
export const mentionText = (people: readonly Mentioned[], compose: (tags: readonly string[]) => string) => ({
  text: compose(people.map(tagOf)),
  entities: people.map((person) => ({
    type: 'mention',
    text: tagOf(person),
    mentioned: { id: person.id, name: person.name },
  })),
});

/** A message of the bot: a text, a card, a file or a typing indicator; exactly one of them. */
export interface OutgoingActivity {
  readonly text?: string;
  readonly textFormat?: 'markdown' | 'plain';
  /** Adaptive Card JSON, without text: Teams splits text and card into two messages, and may then return no id. */
  readonly card?: unknown;
  readonly file?: FileCard;
  /** The text of a card or file in the toast and the activity feed. */
  readonly summary?: string;
  readonly entities?: readonly unknown[];
  /** In a personal chat: it also stands in its reader's activity feed, if their settings allow. */
  readonly alert?: boolean;
  readonly typing?: true;
}

/** A toast shows less, and its card needs the room (see MAX_CARD_BYTES). */
const LONGEST_SUMMARY = 200;

/** The activity as the Connector expects it. @throws TypeError for a text beside a card, which no retry fixes */
const toWire = (activity: OutgoingActivity, botId: string, conversationId: string): Record<string, unknown> => {
  const sender = { from: { id: botId }, conversation: { id: conversationId } };
  if (activity.typing) return { type: 'typing', ...sender };
  const attachments = attachmentsOf(activity);
  if (attachments.length > 1 || (attachments.length === 1 && activity.text !== undefined)) {
    throw new TypeError('a message with a card must not have a text');
  }
  const { summary, entities, alert } = activity;
  return {
    type: 'message',
    ...sender,
    ...(attachments.length === 0 ? wireText(activity) : { attachments }),
    ...(summary === undefined ? {} : { summary: cut(summary, LONGEST_SUMMARY) }),
    ...(entities === undefined ? {} : { entities }),
    ...(alert ? { channelData: { notification: { alert } } } : {}),
  };
};

const attachmentsOf = ({ card, file }: OutgoingActivity): readonly unknown[] => [
  ...(card === undefined ? [] : [adaptiveCard(card)]),
  ...(file === undefined ? [] : [fileAttachment(file)]),
];

const wireText = ({ text = '', textFormat = 'plain' }: OutgoingActivity) => ({ text, textFormat });

const adaptiveCard = (content: unknown) => ({ contentType: 'application/vnd.microsoft.card.adaptive', content });

/** The position of a post; `conversationId` includes the thread that a post to a bare channel started. */
export interface Posted {
  /** Empty where Teams accepted the post and did not say its id. */
  readonly activityId: string;
  readonly conversationId: string;
}

export interface SendOptions {
  readonly priority?: Priority;
  readonly correlation?: string;
  /** False for a caller that retries by itself: a 429 is thrown at once, as `throttled`. */
  readonly patient?: boolean;
  /** For the rate limits and all tries together; 15 s when absent, 3 s for typing. */
  readonly deadlineMs?: number;
  /** Records the position. The next recorded message there waits for it: a crash then leaves one unknown post, not two. */
  readonly recorded?: (posted: Posted) => Promise<void>;
}

export interface Messages {
  /** Posts once. If the post may have arrived, `unclear` is thrown, without a retry. A typing indicator has an empty id. */
  send(to: ConversationRef, activity: OutgoingActivity, options?: SendOptions): Promise<Posted>;
  edit(at: ConversationRef, activityId: string, activity: OutgoingActivity, options?: SendOptions): Promise<void>;
  /** Succeeds also when the message is already deleted. */
  remove(at: ConversationRef, activityId: string, options?: SendOptions): Promise<void>;
}

const DEADLINE_MS = 15 * SECOND;
const TYPING_DEADLINE_MS = 3 * SECOND;

/** A post is accepted whatever the answer holds; Teams leaves out the id at times. */
const postedSchema = z.object({ id: z.union([z.string(), z.number().transform(String)]) }).catch({ id: '' });
const anything = z.unknown();

type Draft<T> = Pick<Call<T>, 'method' | 'answer' | 'repeatable' | 'recorded'> & {
  readonly operation: 'send' | 'typing' | 'edit' | 'remove';
  readonly activityId?: string;
  readonly activity?: OutgoingActivity;
};

export const createMessages = (call: Caller, botId: string, log: Log): Messages => {
  const perform = async <T>(at: ConversationRef, draft: Draft<T>, options: SendOptions = {}): Promise<T> => {
    const { operation, activityId, activity, method, answer, repeatable, recorded } = draft;
    const conversation = baseId(at.id);
    const traced = options.correlation === undefined ? {} : { correlation: options.correlation };
    const item = activityId === undefined ? '' : `/${encodeURIComponent(activityId)}`;
    try {
      return await call({
        serviceUrl: at.serviceUrl,
        method,
        path: `v3/conversations/${encodeURIComponent(at.id)}/activities${item}`,
        ...(activity === undefined ? {} : { body: bodyOf(activity, botId, at.id) }),
        answer,
        queue: conversation,
        counted: true,
        repeatable,
        recorded,
        priority: options.priority ?? 'normal',
        patient: options.patient,
        deadlineMs: options.deadlineMs ?? (operation === 'typing' ? TYPING_DEADLINE_MS : DEADLINE_MS),
        ...traced,
      });
    } catch (error) {
      const said = { operation, conversation, error, ...traced };
      if (isOurs(error)) log.debug('teams has no room yet', said);
      else log.warn('teams', said);
      throw error;
    }
  };

  return {
    async send(to, activity, options = {}) {
      const post = { method: 'POST', repeatable: false, activity } as const;
      if (activity.typing) {
        await perform(to, { ...post, operation: 'typing', answer: anything }, options);
        return { activityId: '', conversationId: to.id };
      }
      const posted = ({ id }: z.infer<typeof postedSchema>) => ({
        activityId: id,
        conversationId: id === '' ? to.id : threadOf(to.id, id),
      });
      const { recorded: write } = options;
      const recorded = write && ((answer: z.infer<typeof postedSchema>) => write(posted(answer)));
      return posted(await perform(to, { ...post, operation: 'send', answer: postedSchema, recorded }, options));
    },

    async edit(at, activityId, activity, options = {}) {
      const put = { operation: 'edit', method: 'PUT', answer: anything, repeatable: true } as const;
      const { recorded: write } = options;
      const recorded = write && (() => write({ activityId, conversationId: at.id }));
      await perform(at, { ...put, activityId, activity, recorded }, options);
    },

    async remove(at, activityId, options) {
      const gone = { operation: 'remove', method: 'DELETE', answer: anything, repeatable: true } as const;
      await perform(at, { ...gone, activityId }, options).catch((error: unknown) => {
        if (!(error instanceof ConnectorError && error.kind === 'gone')) throw error;
      });
    },
  };
};

/** Our own rate limits refused it; Teams was not called. */
const isOurs = (error: unknown): boolean =>
  error instanceof ConnectorError && error.kind === 'throttled' && error.status === undefined;

const bodyOf = (activity: OutgoingActivity, botId: string, conversationId: string): string => {
  const body = JSON.stringify(toWire(activity, botId, conversationId));
  if (utf16Bytes(body) > MAX_PAYLOAD_BYTES) throw new ConnectorError('too-large');
  return body;
};
