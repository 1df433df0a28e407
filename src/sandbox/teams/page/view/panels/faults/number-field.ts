import { useId } from 'preact/hooks';
import { html } from '../../html.ts';

interface Props {
  label: string;
  /** As typed. */
  text: string;
  /** What is wrong with it. */
  problem: string | undefined;
  placeholder?: string | undefined;
  onType(text: string): void;
}

/** A number to type. What is none stands there until it is mended, with the reason below. */
export const NumberField = ({ label, text, problem, placeholder, onType }: Props) => {
  const id = useId();
  return html`
    <label class="field">
      <span>${label}</span>
      <input
        inputmode="numeric"
        placeholder=${placeholder}
        value=${text}
        aria-invalid=${problem !== undefined}
        aria-describedby=${problem && id}
        onInput=${(event: Event) => onType((event.currentTarget as HTMLInputElement).value)}
      />
      ${problem && html`<span class="field-problem" id=${id} role="alert">${problem}</span>`}
    </label>
  `;
};
