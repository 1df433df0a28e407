import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Draft, keepDraft, readDraft } from '../../data/browser-memory.ts';
import type { State } from '../../data/state.ts';
import { whyTooLong } from '../../text/format.ts';
import { absorbMention, type EditedText, textToSend } from '../../text/mention-typing.ts';
import { html } from '../html.ts';
import { CloseIcon, CommandsIcon, SendIcon } from '../icons.ts';
import {
  commandSuggestions,
  mentionSuggestions,
  optionId,
  type Suggestion,
  SuggestionList,
  useSuggestions,
} from './suggestions.ts';

interface Props {
  label: string;
  placeholder: string;
  state: State;
  /** Whether the bot receives only messages that mention it. */
  inChannel: boolean;
  /** The name under which the unsent text is stored. */
  draftKey: string;
  focused?: boolean;
  /** Cards above the box go out with the next message: it needs no text then. */
  hasCards?: boolean;
  /** The message that this one is to reply to: the box is ready for it at once. */
  replyTo?: string | undefined;
  /** A text that somebody else, such as the tour, puts into the box. */
  typed?: string | undefined;
  onTyped?(): void;
  /** Sends; answers whether it went out. Text that did not is put back into the box. */
  onSend(text: string, mentionsBot: boolean): Promise<boolean>;
  onCancel?(): void;
}

/** The list over the box: none, the commands that match the text, or all commands. */
type Help = 'none' | 'fitting' | 'commands';

/** The box to write in: Enter sends, Shift+Enter starts a line, "@" offers people, and the bot's commands are at hand. */
export const Composer = (props: Props) => {
  const { label, placeholder, state, inChannel, draftKey, focused, hasCards, replyTo, typed } = props;
  const { onTyped, onSend, onCancel } = props;
  const { bot, commands } = state.world;
  const empty: Draft = { text: '', mentionsBot: inChannel };
  const [written, setWritten] = useState<EditedText>(() => ({ draft: readDraft(draftKey, empty), caret: 0 }));
  const [help, setHelp] = useState<Help>('none');
  const [sending, setSending] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const { draft } = written;

  const write = (next: EditedText, then: Help) => {
    keepDraft(draftKey, next.draft);
    setWritten(next);
    setHelp(then);
  };
  /** As `write`, for what was not typed: the caret has to be put into its place. */
  const put = (next: EditedText, then: Help) => {
    write(next, then);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  const mention = (mentionsBot: boolean, then: Help) =>
    put({ draft: { ...draft, mentionsBot }, caret: draft.text.length }, then);

  useLayoutEffect(() => {
    if (focused) box.current?.focus();
  }, []);
  useEffect(() => {
    if (replyTo !== undefined) box.current?.focus();
  }, [replyTo]);
  useEffect(() => {
    if (typed === undefined) return;
    put({ draft: { text: typed, mentionsBot: inChannel }, caret: typed.length }, 'none');
    onTyped?.();
  }, [typed]);

  const hears = !inChannel || draft.mentionsBot;
  const known = commands[inChannel ? 'channel' : 'personal'];
  const wantsCommands = hears && (help === 'commands' || (help === 'fitting' && draft.text.trim() !== ''));
  const suggestions =
    help === 'none'
      ? undefined
      : ((inChannel ? mentionSuggestions(state, written) : undefined) ??
        (wantsCommands ? commandSuggestions(known, draft) : undefined));
  const choose = ({ written: next }: Suggestion) =>
    put(next, next.draft.mentionsBot && !draft.mentionsBot ? 'commands' : 'none');
  const { active, onKey } = useSuggestions(suggestions, choose, () => setHelp('none'));

  const tooLong = whyTooLong(draft.text);
  const canSend = !sending && !tooLong && (draft.text.trim() !== '' || hasCards === true);
  const send = async () => {
    if (!canSend) return;
    const sendable = inChannel && draft.text.trim() ? textToSend(draft, bot.name) : { ...draft, mentionsBot: false };
    // The box is free at once: what is typed while the text is on its way belongs to the next message.
    write({ draft: empty, caret: 0 }, 'none');
    setSending(true);
    const sent = await onSend(sendable.text.trim(), sendable.mentionsBot);
    setSending(false);
    if (sent) return;
    const typedSince = readDraft(draftKey, empty).text;
    const text = typedSince ? `${draft.text}\n${typedSince}` : draft.text;
    write({ draft: { ...draft, text }, caret: text.length }, 'none');
  };
  const onInput = (event: InputEvent) => {
    const { value, selectionStart } = event.currentTarget as HTMLTextAreaElement;
    const now = { ...draft, text: value };
    const next = inChannel ? absorbMention(now, bot.name) : now;
    write({ draft: next, caret: selectionStart - (value.length - next.text.length) }, 'fitting');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const atStart = box.current?.selectionStart === 0 && box.current.selectionEnd === 0;
    if (!event.shiftKey && onKey(event.key)) event.preventDefault();
    else if (event.key === 'Backspace' && atStart && draft.mentionsBot) mention(false, 'none');
    else if (event.key === 'Escape' && draft.text === '') onCancel?.();
    else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  };

  return html`
    <div class="composer" data-region>
      <p class="visually-hidden" role="status">
        ${suggestions && `${suggestions.label}: ${suggestions.items.length}. Arrow keys choose.`}
      </p>
      ${
        suggestions &&
        html`
          <${SuggestionList}
            id=${listId}
            suggestions=${suggestions}
            active=${active}
            onChoose=${choose}
            onFocus=${() => box.current?.focus()}
          />
        `
      }
      <div class="composer-box">
        ${
          inChannel &&
          draft.mentionsBot &&
          html`
            <span class="mention-chip">
              @${bot.name}
              <button
                aria-label=${`Do not mention ${bot.name}`}
                title=${`Do not mention ${bot.name}`}
                onClick=${() => mention(false, 'none')}
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
          aria-invalid=${tooLong !== undefined}
          aria-autocomplete="list"
          aria-controls=${suggestions ? listId : undefined}
          aria-activedescendant=${suggestions && active >= 0 ? optionId(listId, active) : undefined}
          placeholder=${placeholder}
          value=${draft.text}
          onInput=${onInput}
          onKeyDown=${onKeyDown}
          onBlur=${() => setHelp('none')}
        ></textarea>
        ${
          inChannel &&
          !draft.mentionsBot &&
          html`<button class="mention-button" onClick=${() => mention(true, 'commands')}>@${bot.name}</button>`
        }
        <button
          class="icon-button"
          aria-label="Commands"
          title=${`What ${bot.name} can do`}
          onMouseDown=${(event: MouseEvent) => event.preventDefault()}
          onClick=${() => put({ draft: { text: '', mentionsBot: inChannel }, caret: 0 }, help === 'commands' ? 'none' : 'commands')}
        >
          <${CommandsIcon} />
        </button>
        <button class="icon-button send" aria-label="Send" title="Send" disabled=${!canSend} onClick=${send}>
          <${SendIcon} />
        </button>
      </div>
      <p class="trouble" role="alert">${tooLong}</p>
      <p class="hint">
        ${inChannel && html`<span>${bot.name} receives only messages that mention it.</span>`}
        <span class="keys">Enter sends, Shift+Enter starts a new line.</span>
      </p>
    </div>
  `;
};
