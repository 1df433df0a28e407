import type { VNode } from 'preact';
import type { MessageView } from '../../../api.ts';
import { openPlace } from '../../data/places.ts';
import type { State } from '../../data/state.ts';
import { threadsOf } from '../../data/threads.ts';
import { html, type ViewProps } from '../html.ts';
import { Message } from '../message/message.ts';
import { DayLine, NewLine, Notices } from './separators.ts';
import { Thread } from './thread.ts';

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
