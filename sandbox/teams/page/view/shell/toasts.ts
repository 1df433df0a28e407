import { useEffect, useState } from 'preact/hooks';
import type { Toast as ToastView } from '../../data/shell.ts';
import { summaryOf } from '../../text/format.ts';
import { html, type ViewProps } from '../html.ts';
import { CloseIcon } from '../icons.ts';
import { SenderAvatar } from '../parts.ts';

const lastsMs = 8_000;

const Toast = ({ toast, state, session }: ViewProps & { toast: ToastView }) => {
  const { message, where } = toast;
  const [held, setHeld] = useState(false);
  const dismiss = () => session.shell.dismissToast(message.id);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(dismiss, lastsMs);
    return () => clearTimeout(timer);
  }, [held]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  const open = () => {
    dismiss();
    session.follow({ conversationId: message.conversationId, messageId: message.id });
  };
  return html`
    <li class="toast" onMouseEnter=${hold} onMouseLeave=${release} onFocusIn=${hold} onFocusOut=${release}>
      <button class="toast-open" onClick=${open}>
        <${SenderAvatar} from=${message.from} people=${state.world.people} />
        <span class="toast-words">
          <strong>${message.from.name}${where !== message.from.name && html` <span class="quiet">in ${where}</span>`}</strong>
          <span class="toast-text">${summaryOf(message)}</span>
        </span>
      </button>
      <button class="icon-button" aria-label="Dismiss" title="Dismiss" onClick=${dismiss}><${CloseIcon} /></button>
    </li>
  `;
};

/** New messages of other conversations, at the upper right; each disappears after a while, but not under the pointer. */
export const Toasts = ({ state, session }: ViewProps) => html`
  <div class="toasts" role="status" aria-live="polite">
    ${
      state.shell.toasts.length > 0 &&
      html`
        <ul>
          ${state.shell.toasts.map(
            (toast) => html`<${Toast} key=${toast.message.id} toast=${toast} state=${state} session=${session} />`,
          )}
        </ul>
      `
    }
  </div>
`;
