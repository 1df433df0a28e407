import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MessageView } from '../../../api.ts';
import { hasDraft } from '../../data/browser-memory.ts';
import { authorsOf, foldedReplies, openPlace, type Thread as ThreadView, threadsOf } from '../../data/conversations.ts';
import type { Session } from '../../data/session.ts';
import type { Notice, State } from '../../data/state.ts';
import { dayLabel, isSameDay } from '../../text/format.ts';
import { Composer } from '../composer/composer.ts';
import { html, type ViewProps } from '../html.ts';
import { ChevronIcon, ReplyIcon } from '../icons.ts';
import { Message } from '../message/message.ts';

/** Stands above the first message that others wrote since the reader was here. */
const NewLine = () => html`<div class="new-line" role="separator" aria-label="New messages"><span>New</span></div>`;

/** The day of `at`, where it is another one than that of the message before (`after`). */
const DayLine = ({ at, after }: { at: string; after: string | undefined }) =>
  after && isSameDay(at, after)
    ? null
    : html`<div class="day-line" role="separator" aria-label=${dayLabel(at, new Date())}><span>${dayLabel(at, new Date())}</span></div>`;

/** The lines below the messages of a thread, or of a conversation without `rootId`: notices, and who is typing. */
const Notices = ({ state, rootId }: { state: State; rootId?: string }) => {
  const belongs = (aside: { conversationId: string; rootId?: string }) =>
    aside.conversationId === state.open && aside.rootId === rootId;
  const isHere = (notice: Notice) => belongs(notice) && !(notice.trouble && rootId === undefined);
  return html`
    <div class="asides" role="status">
      ${state.notices.filter(isHere).map((notice) => html`<p class=${notice.trouble ? 'notice trouble' : 'notice'}>${notice.text}</p>`)}
      ${
        state.typing.some(belongs) &&
        html`<p class="typing">${state.world.bot.name} is typing<span class="typing-dots" aria-hidden="true"></span></p>`
      }
    </div>
  `;
};

interface Props {
  thread: ThreadView;
  state: State;
  session: Session;
  patient: boolean;
}

/** How many replies are folded: never a reply that is new or linked to. */
const useFolded = ({ replies }: ThreadView, { highlighted, newFrom }: State): [number, (folded: number) => void] => {
  const hides = (wanted: string | undefined, count: number) =>
    wanted !== undefined && replies.slice(0, count).some(({ id }) => id === wanted);
  const [folded, setFolded] = useState(() => {
    const count = foldedReplies(replies.length);
    return hides(newFrom, count) ? 0 : count;
  });
  const hidesLinked = hides(highlighted, folded);
  useEffect(() => {
    if (hidesLinked) setFolded(0);
  }, [hidesLinked]);
  return [hidesLinked ? 0 : folded, setFolded];
};

/** A first post, its replies, of which a long row is folded, and a box to reply that opens on demand. */
const Thread = ({ thread, state, session, patient }: Props) => {
  const { root, replies } = thread;
  const draftKey = `${state.me} ${state.open} ${root.id}`;
  const [replying, setReplying] = useState(hasDraft(draftKey));
  const [folded, setFolded] = useFolded(thread, state);
  const foldable = foldedReplies(replies.length);
  const names = `${replies.length} replies from ${authorsOf(replies)}`;
  const onFold = () => setFolded(folded > 0 ? 0 : foldable);
  return html`
    <section class="thread" role="group" aria-label=${`Thread by ${root.from.name}`}>
      <${Message} message=${root} state=${state} session=${session} patient=${patient} />
      <div class="replies">
        ${
          foldable > 0 &&
          html`
            <button class="fold" aria-expanded=${folded === 0} onClick=${onFold}>
              <${ChevronIcon} /> ${folded > 0 ? `Open ${names}` : `Collapse ${names}`}
            </button>
          `
        }
        ${replies
          .slice(folded)
          .flatMap((reply) => [
            reply.id === state.newFrom && html`<${NewLine} key="new" />`,
            html`<${Message} key=${reply.id} message=${reply} state=${state} session=${session} patient=${patient} />`,
          ])}
        <${Notices} state=${state} rootId=${root.id} />
      </div>
      ${
        replying
          ? html`
              <${Composer}
                label="Reply"
                placeholder="Reply"
                state=${state}
                inChannel=${true}
                draftKey=${draftKey}
                focused=${true}
                onSend=${(text: string, mentionsBot: boolean) => session.say(text, mentionsBot, root.id)}
                onCancel=${() => setReplying(false)}
              />
            `
          : html`<button class="reply-button" onClick=${() => setReplying(true)}><${ReplyIcon} /> Reply</button>`
      }
    </section>
  `;
};

interface ListProps<Item> extends ViewProps {
  className: string;
  items: readonly Item[];
  firstMessage(item: Item): MessageView;
  /** `patient`: its cards may be drawn after the rest of the page. */
  draw(item: Item, patient: boolean): VNode;
  /** The text of an empty list, and the command that its button sends. */
  empty: { text: string; command?: string };
  inChannel: boolean;
}

/** The last items, which fill every screen: their cards are drawn at once. */
const promptItems = 8;

/** Items under each other, with a line for each day and above what is new. */
const drawList = <Item>(props: ListProps<Item>): VNode => {
  const { state, session, className, items, firstMessage, draw, empty, inChannel } = props;
  const { text, command } = empty;
  return html`
    <div class=${className}>
      ${
        items.length === 0 &&
        html`
          <div class="empty">
            <img src="/page/steward.svg" alt="" />
            <p>${text}</p>
            ${command && html`<button class="button" onClick=${() => session.say(command, inChannel)}>${command}</button>`}
          </div>
        `
      }
      ${items.flatMap((item, index) => {
        const { id, at } = firstMessage(item);
        const before = items[index - 1];
        return [
          html`<${DayLine} key=${`day ${id}`} at=${at} after=${before && firstMessage(before).at} />`,
          id === state.newFrom && html`<${NewLine} key="new" />`,
          draw(item, index < items.length - promptItems),
        ];
      })}
      <${Notices} state=${state} />
    </div>
  `;
};

/** A channel: threads under each other. */
export const Channel = ({ state, session }: ViewProps) => {
  const { name } = state.world.bot;
  return drawList({
    state,
    session,
    className: 'threads',
    items: threadsOf(state.messages[state.open] ?? []),
    firstMessage: ({ root }) => root,
    draw: (thread, patient) => html`<${Thread} key=${thread.root.id} ...${{ thread, state, session, patient }} />`,
    empty:
      openPlace(state)?.type !== 'standard' || state.shell.app?.team === false
        ? { text: 'Nobody has written here yet.' }
        : { text: `Nobody has written here yet. Ask ${name} what it can do:`, command: `@${name} help` },
    inChannel: true,
  });
};

const emptyChat = (state: State): { text: string; command?: string } => {
  const { name } = state.world.bot;
  if (openPlace(state)?.kind !== 'personal') return { text: 'Nobody has written here yet.' };
  return state.shell.app?.personal === false
    ? { text: `This is your own chat with ${name}, where it is not installed now.` }
    : { text: `Only you and ${name} are here. It receives everything that you write.`, command: 'help' };
};

/** A chat, with the bot or with people: bubbles, the person's own on the right. */
export const Chat = ({ state, session }: ViewProps) => {
  return drawList({
    state,
    session,
    className: 'bubbles',
    items: state.messages[state.open] ?? [],
    firstMessage: (message) => message,
    draw: (message, patient) => html`<${Message} key=${message.id} ...${{ message, state, session, patient }} />`,
    empty: emptyChat(state),
    inChannel: false,
  });
};
