import { useMemo } from 'preact/hooks';
import type { MessageView } from '../../api.ts';
import { Card } from '../card/card.ts';
import type { PressedAction, Session } from '../data/session.ts';
import type { State } from '../data/state.ts';
import { markdownToHtml, plainToHtml } from '../text/markdown.ts';
import { markMentions } from '../text/mentions.ts';
import { clockTime, fullTime } from '../text/time.ts';
import { SenderAvatar } from './avatar.ts';
import { html } from './html.ts';

interface Props {
  message: MessageView;
  state: State;
  session: Session;
}

const htmlToText = (source: string): string =>
  new DOMParser().parseFromString(source, 'text/html').body.textContent ?? '';

const bodyHtml = ({ text = '', textFormat, from, mentions = [] }: MessageView): string => {
  const format = textFormat ?? (from.kind === 'bot' ? 'markdown' : 'plain');
  const marked = markMentions(format === 'html' ? htmlToText(text) : text, mentions);
  return format === 'markdown' ? markdownToHtml(marked) : plainToHtml(marked);
};

/** One message: who, when, what they said, and its cards. */
export const Message = ({ message, state, session }: Props) => {
  const { id, from, at, editedAt, deleted, text, cards } = message;
  const body = useMemo(() => ({ __html: bodyHtml(message) }), [message]);
  const classes = ['message', from.key === state.me && 'mine', id === state.highlighted && 'highlighted'];
  const plainText = from.kind === 'person' || message.textFormat === 'plain' || message.textFormat === 'html';
  return html`
    <article
      class=${classes.filter(Boolean).join(' ')}
      aria-label=${`${from.name}, ${clockTime(at)}`}
      data-message-id=${id}
      tabindex="-1"
    >
      <${SenderAvatar} from=${from} people=${state.world.people} />
      <div class="message-main">
        <div class="message-head">
          <strong>${from.name}</strong>
          ${from.kind === 'bot' && html`<span class="badge">App</span>`}
          <time datetime=${at} title=${fullTime(at)}>${clockTime(at)}</time>
          ${editedAt && !deleted && html`<span class="quiet" title=${fullTime(editedAt)}>Edited</span>`}
        </div>
        ${deleted && html`<p class="quiet"><em>This message has been deleted.</em></p>`}
        ${!deleted && text && html`<div class=${plainText ? 'text plain' : 'text'} dangerouslySetInnerHTML=${body}></div>`}
        ${
          !deleted &&
          cards.map(
            (card, index) => html`
              <${Card}
                key=${index}
                card=${card}
                onPress=${(action: PressedAction) => session.press(message, index, action)}
                onLink=${session.follow}
              />
            `,
          )
        }
      </div>
    </article>
  `;
};
