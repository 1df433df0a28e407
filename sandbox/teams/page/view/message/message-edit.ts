import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { html } from '../html.ts';

interface Props {
  text: string;
  /** Answers why it could not be saved; undefined when it was. */
  onSave(text: string): Promise<string | undefined>;
  onEnd(): void;
}

/** A message's text while its author changes it: Enter saves, Shift+Enter starts a line, Escape leaves it as it was. */
export const MessageEdit = ({ text, onSave, onEnd }: Props) => {
  const box = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(text);
  const [saving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  useLayoutEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(text.length, text.length);
  }, []);

  const isEmpty = typed.trim() === '';
  const save = async () => {
    if (saving || isEmpty) return;
    if (typed.trim() === text.trim()) {
      onEnd();
      return;
    }
    setSaving(true);
    const why = await onSave(typed.trim());
    setSaving(false);
    setTrouble(why);
    if (why === undefined) onEnd();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape') || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onEnd();
    else save();
  };
  const onInput = (event: InputEvent) => setTyped((event.currentTarget as HTMLTextAreaElement).value);

  return html`
    <div class="message-edit">
      <textarea
        ref=${box}
        rows="1"
        aria-label="Edit message"
        value=${typed}
        readonly=${saving}
        onInput=${onInput}
        onKeyDown=${onKeyDown}
      ></textarea>
      ${trouble && html`<p class="trouble" role="alert">The message was not saved: ${trouble}</p>`}
      <div class="message-edit-buttons">
        <span class="quiet">
          ${isEmpty ? 'There is nothing to save. To delete the message, choose Delete in its menu.' : 'Enter saves, Escape cancels'}
        </span>
        <button class="button plain" onClick=${onEnd}>Cancel</button>
        <button class="button" disabled=${saving || isEmpty} onClick=${save}>Save</button>
      </div>
    </div>
  `;
};
