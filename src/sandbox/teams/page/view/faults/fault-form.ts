import { useId, useState } from 'preact/hooks';
import type { FaultChoice, FaultValues } from '../../text/fault-choice.ts';
import { html } from '../html.ts';

interface Props {
  title: string;
  choices: readonly FaultChoice[];
  /** What a fault can be narrowed to; without it that is not asked. */
  targets?: readonly { value: string; label: string }[];
  /** Whether a fault may stay until it is cleared: its count may be left empty then. */
  lasting?: true;
  onStart(body: object): Promise<void>;
}

const whole = (text: string): number | undefined => {
  const number = Number.parseInt(text, 10);
  return number > 0 ? number : undefined;
};

const chosen = (event: Event): string => (event.currentTarget as HTMLInputElement | HTMLSelectElement).value;

/** Choose a fault, say how often and how long, read what will happen, start it. */
export const FaultForm = ({ title, choices, targets, lasting, onStart }: Props) => {
  const id = useId();
  const [choice, setChoice] = useState<FaultChoice | undefined>(choices[0]);
  const [values, setValues] = useState<FaultValues>({
    on: '',
    count: 3,
    seconds: choices[0]?.seconds?.offered ?? 0,
  });
  if (!choice) return null;
  const choose = (key: string) => {
    const next = choices.find((each) => each.key === key);
    setChoice(next);
    setValues({ ...values, seconds: next?.seconds?.offered ?? values.seconds });
  };
  const filled = { ...values, count: values.count ?? (lasting ? undefined : 1) };
  const start = (event: Event) => {
    event.preventDefault();
    onStart(choice.body(filled));
  };
  return html`
    <form class="panel-part fault-form" aria-labelledby=${`${id}-title`} onSubmit=${start}>
      <h3 id=${`${id}-title`}>${title}</h3>
      <label class="field">
        <span>What goes wrong</span>
        <select value=${choice.key} onChange=${(event: Event) => choose(chosen(event))}>
          ${choices.map(({ key, name }) => html`<option key=${key} value=${key}>${name}</option>`)}
        </select>
      </label>
      <div class="field-row">
        ${
          targets &&
          !choice.narrow &&
          html`
            <label class="field whole">
              <span>For</span>
              <select value=${values.on} onChange=${(event: Event) => setValues({ ...values, on: chosen(event) })}>
                ${targets.map(({ value, label }) => html`<option key=${value} value=${value}>${label}</option>`)}
              </select>
            </label>
          `
        }
        <label class="field">
          <span>How often</span>
          <input
            type="number"
            min="1"
            max="1000"
            placeholder=${lasting ? 'until cleared' : undefined}
            value=${values.count ?? ''}
            onInput=${(event: Event) => setValues({ ...values, count: whole(chosen(event)) })}
          />
        </label>
        ${
          choice.seconds &&
          html`
            <label class="field">
              <span>${choice.seconds.label}</span>
              <input
                type="number"
                min="1"
                max="600"
                required
                value=${values.seconds}
                onInput=${(event: Event) => setValues({ ...values, seconds: whole(chosen(event)) ?? 1 })}
              />
            </label>
          `
        }
      </div>
      <p class="fault-says" aria-live="polite">${choice.says(filled)}</p>
      <button class="button" type="submit">Start</button>
    </form>
  `;
};
