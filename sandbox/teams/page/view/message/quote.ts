import type { MessageView } from '../../../api.ts';
import type { Session } from '../../data/session.ts';
import { html } from '../html.ts';
import { CloseIcon } from '../icons.ts';

type Quoted = NonNullable<MessageView['quoted']>;

const Said = ({ name, preview }: Omit<Quoted, 'id'>) => html`
  <strong>${name}</strong>
  <span class="quiet">${preview || 'A card'}</span>
`;

/** Above a reply in a chat: the beginning of what it replies to. A press leads there. */
export const Quote = ({ message, session }: { message: MessageView; session: Session }) => {
  const { quoted, conversationId } = message;
  if (!quoted) return null;
  return html`
    <button class="quote" onClick=${() => session.follow({ conversationId, messageId: quoted.id })}>
      <span class="visually-hidden">In reply to </span>
      <${Said} ...${quoted} />
    </button>
  `;
};

/** Above the box to write in, while a reply is being written. */
export const Quoting = ({ name, preview, onDrop }: Omit<Quoted, 'id'> & { onDrop(): void }) => html`
  <section class="quoting" aria-label="What you reply to">
    <div class="quote"><${Said} name=${name} preview=${preview} /></div>
    <button class="icon-button" aria-label="Cancel the reply" title="Remove" onClick=${onDrop}><${CloseIcon} /></button>
  </section>
`;
