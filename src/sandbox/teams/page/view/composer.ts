import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Draft, keepDraft, readDraft } from '../data/drafts.ts';
import { absorbMention, completeMention, isMentionBegun, textToSend } from '../text/mention-typing.ts';
import { html } from './html.ts';
import { CloseIcon, SendIcon } from './icons.ts';

interface Props {
  label: string;
  placeholder: string;
  /** Set where the bot hears only what mentions it. */
  botName?: string;
  /** Under which name the unsent text is kept. */
  draftKey: string;
  focused?: boolean;
  /** Sends; answers whether it went out. Text that did not stays in the box. */
  onSend(text: string, mentionsBot: boolean): Promise<boolean>;
  onCancel?(): void;
}

/** The box to write in: Enter sends, Shift+Enter starts a line, "@" offers the bot. */
export const Composer = ({ label, placeholder, botName, draftKey, focused, onSend, onCancel }: Props) => {
  const empty: Draft = { text: '', mentionsBot: botName !== undefined };
  const [draft, setDraft] = useState(() => readDraft(draftKey, empty));
  const [offering, setOffering] = useState(false);
  const [sending, setSending] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);

  useLayoutEffect(() => {
    if (focused) box.current?.focus();
  }, []);

  const change = (next: Draft) => {
    keepDraft(draftKey, next);
    setDraft(next);
    setOffering(botName !== undefined && isMentionBegun(next.text, botName));
  };
  const mention = (next: Draft) => {
    change(next);
    box.current?.focus();
  };
  const send = async () => {
    if (sending || draft.text.trim() === '') return;
    const { text, mentionsBot } = botName ? textToSend(draft, botName) : draft;
    setSending(true);
    const sent = await onSend(text, mentionsBot);
    setSending(false);
    if (sent) change(empty);
  };
  const onInput = (event: InputEvent) => {
    const typed = { ...draft, text: (event.currentTarget as HTMLTextAreaElement).value };
    change(botName ? absorbMention(typed, botName) : typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const atStart = box.current?.selectionStart === 0 && box.current.selectionEnd === 0;
    if (event.key === 'Backspace' && atStart && draft.mentionsBot) change({ ...draft, mentionsBot: false });
    else if (event.key === 'Escape' && offering) setOffering(false);
    else if (event.key === 'Escape' && draft.text === '') onCancel?.();
    else if (botName && offering && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      mention(completeMention(draft, botName));
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  };

  return html`
    <div class="composer">
      ${
        offering &&
        botName &&
        html`
          <button class="mention-offer" onClick=${() => mention(completeMention(draft, botName))}>
            <img class="avatar" src="/page/steward.svg" alt="" />
            <strong>${botName}</strong> <span class="badge">App</span>
          </button>
        `
      }
      <div class="composer-box">
        ${
          botName &&
          draft.mentionsBot &&
          html`
            <span class="mention-chip">
              @${botName}
              <button
                aria-label=${`Do not mention ${botName}`}
                title=${`Do not mention ${botName}`}
                onClick=${() => mention({ ...draft, mentionsBot: false })}
              >
                <${CloseIcon} />
              </button>
            </span>
          `
        }
        <textarea
          ref=${box}
          rows="1"
          aria-label=${label}
          placeholder=${placeholder}
          value=${draft.text}
          onInput=${onInput}
          onKeyDown=${onKeyDown}
        ></textarea>
        ${
          botName &&
          !draft.mentionsBot &&
          html`
            <button class="mention-button" onClick=${() => mention({ ...draft, mentionsBot: true })}>@${botName}</button>
          `
        }
        <button class="icon-button send" aria-label="Send" title="Send" disabled=${sending || !draft.text.trim()} onClick=${send}>
          <${SendIcon} />
        </button>
      </div>
      <p class="hint">
        ${botName && html`<span>${botName} hears only what mentions it.</span>`}
        <span class="keys">Enter sends, Shift+Enter starts a new line.</span>
      </p>
    </div>
  `;
};
