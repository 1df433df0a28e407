import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Card } from '../../card/card.ts';
import { unreachableText } from '../../card/strip.ts';
import type { PressedAction } from '../../data/card-actions.ts';
import { dialogSize, type Dialog as OpenDialog } from '../../data/dialog.ts';
import type { Outcome } from '../../data/invoke-outcome.ts';
import type { Session } from '../../data/session.ts';
import type { MessageLink } from '../../text/links.ts';
import { html, type ViewProps } from '../html.ts';
import { CloseIcon } from '../icons.ts';

interface Props {
  dialog: OpenDialog;
  botName: string;
  session: Session;
}

const Trouble = ({ reason }: { reason: string }) => html`
  <div class="dialog-trouble" role="alert">
    <p>${unreachableText}</p>
    <p class="quiet">For developers: ${reason}</p>
  </div>
`;

const onlySubmit = 'a dialog sends Action.Submit only; this button is an Action.Execute';

const DialogCard = ({ card, about, session }: { card: object; about: string; session: Session }) => {
  const frame = useRef<HTMLDivElement>(null);
  const press = async ({ kind, data }: PressedAction): Promise<Outcome> => {
    if (kind === 'Action.Submit') await session.dialogs.submit(data);
    else session.dialogs.fail(onlySubmit);
    return { kind: 'sent' };
  };
  const follow = (link: MessageLink) => {
    session.dialogs.close();
    session.follow(link);
  };
  const search = (dataset: string, text: string) => session.cards.search(about, dataset, text);
  useEffect(() => {
    frame.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }, [card]);
  return html`<div ref=${frame}><${Card} card=${card} onPress=${press} onLink=${follow} onSearch=${search} /></div>`;
};

const Sentence = ({ text, onClose }: { text: string; onClose(): void }) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return html`
    <div class="dialog-sentence">
      <p role="status">${text}</p>
      <button ref=${button} class="button" onClick=${onClose}>Close</button>
    </div>
  `;
};

const Window = ({ dialog, botName, session }: Props) => {
  const element = useRef<HTMLDialogElement>(null);
  const { shown, busy, trouble, title } = dialog;
  const { close } = session.dialogs;

  useLayoutEffect(() => {
    const window = element.current;
    window?.showModal();
    // Closed by its own means it gives the focus back to where it came from.
    return () => window?.close();
  }, []);

  const onCancel = (event: Event) => {
    event.preventDefault();
    close();
  };
  const size = shown?.kind === 'card' ? dialogSize(shown) : '';
  return html`
    <dialog
      ref=${element}
      class=${shown?.kind === 'message' ? 'dialog short' : 'dialog'}
      style=${size}
      aria-labelledby="dialog-title"
      onCancel=${onCancel}
    >
      <header class="dialog-head">
        <img class="app-icon" src="/page/steward.svg" alt="" />
        <h2 id="dialog-title">${title}</h2>
        <button class="icon-button" aria-label="Close" title="Close" onClick=${close}><${CloseIcon} /></button>
      </header>
      <div class="dialog-body" aria-busy=${busy}>
        ${
          shown?.kind === 'card' &&
          html`<${DialogCard}
          card=${shown.card as object}
          about=${dialog.source.message}
          session=${session}
        />`
        }
        ${shown?.kind === 'message' && html`<${Sentence} text=${shown.text} onClose=${close} />`}
      </div>
      ${trouble !== undefined && html`<${Trouble} reason=${trouble} />`}
      ${
        busy &&
        html`
          <div class=${shown ? 'dialog-wait over' : 'dialog-wait'} role="status">
            <span class="spinner"></span><span>Waiting for ${botName}…</span>
          </div>
        `
      }
    </dialog>
  `;
};

/** The Teams dialog that is open, over the whole page. */
export const Dialog = ({ state, session }: ViewProps) =>
  state.dialog
    ? html`<${Window} key=${state.dialog.id} dialog=${state.dialog} botName=${state.world.bot.name} session=${session} />`
    : null;
