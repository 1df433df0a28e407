import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { FaultsView } from '../../../api.ts';
import { toolsApi, whyNot } from '../../data/api-client.ts';
import { followEvents } from '../../data/sync.ts';
import { type FaultChoice, wholeNumber } from '../../text/fault-choice.ts';
import { html } from '../html.ts';

const settleMs = 250;

export interface FaultControls {
  /** Undefined while it loads. */
  readonly faults: FaultsView | undefined;
  /** Why the last change did not happen. */
  readonly problem: string | undefined;
  change(what: Promise<unknown>): Promise<void>;
}

/** What is on now: looked at again after each change made here, and whenever Teams and the bot have talked. */
export const useFaults = (me: string): FaultControls => {
  const [faults, setFaults] = useState<FaultsView>();
  const [problem, setProblem] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const load = () => toolsApi.faults().then(setFaults, (error: Error) => setProblem(error.message));
  const loadSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(load, settleMs);
  };
  useEffect(() => {
    const stop = followEvents(me, { onOpen: load, onLost: () => {}, onEvent: loadSoon }, true);
    return () => {
      clearTimeout(timer.current);
      stop();
    };
  }, [me]);

  return {
    faults,
    problem,
    change: async (what) => {
      setProblem(await whyNot(what));
      await load();
    },
  };
};

interface ActiveFaultsProps {
  /** A sentence for each. */
  faults: readonly string[];
  onClear(): void;
}

/** What is on now, with one button that ends it all. */
export const ActiveFaults = ({ faults, onClear }: ActiveFaultsProps) => html`
  <section class="panel-part active-faults" aria-labelledby="active-title">
    <div class="part-head">
      <h3 id="active-title">Active now</h3>
      <button class="small-button" disabled=${faults.length === 0} onClick=${onClear}>Clear all</button>
    </div>
    <div role="status">
      ${
        faults.length === 0
          ? html`<p class="quiet">Nothing: everything works.</p>`
          : html`<ul>${faults.map((fault, index) => html`<li key=${index}>${fault}</li>`)}</ul>`
      }
    </div>
  </section>
`;

interface NumberFieldProps {
  label: string;
  /** As typed. */
  text: string;
  /** What is wrong with it. */
  problem: string | undefined;
  placeholder?: string | undefined;
  onType(text: string): void;
}

/** A field for a number. An invalid text stays until it is corrected, with the reason below. */
const NumberField = ({ label, text, problem, placeholder, onType }: NumberFieldProps) => {
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

interface Props {
  title: string;
  choices: readonly FaultChoice[];
  /** The targets that can be chosen; without them there is no such field. */
  targets?: readonly { value: string; label: string }[];
  /** Whether a fault may stay until it is cleared: its count may be left empty then. */
  lasting?: true;
  onStart(body: object): Promise<void>;
}

const mostTimes = 1_000;
const mostSeconds = 600;

const chosen = (event: Event): string => (event.currentTarget as HTMLSelectElement).value;

/** Choose a fault, its count and its seconds, read the description, start it. */
export const FaultForm = ({ title, choices, targets, lasting, onStart }: Props) => {
  const id = useId();
  const [choice, setChoice] = useState<FaultChoice | undefined>(choices[0]);
  const [on, setOn] = useState('');
  const [times, setTimes] = useState('3');
  const [wait, setWait] = useState(`${choices[0]?.seconds?.offered ?? 0}`);
  if (!choice) return null;

  const choose = (key: string) => {
    const next = choices.find((each) => each.key === key);
    setChoice(next);
    if (next?.seconds) setWait(`${next.seconds.offered}`);
  };
  const count = wholeNumber(times, mostTimes, lasting === true);
  const seconds = choice.seconds ? wholeNumber(wait, mostSeconds, false) : { number: 0 };
  const filled =
    'number' in count && 'number' in seconds ? { on, count: count.number, seconds: seconds.number ?? 0 } : undefined;
  const start = (event: Event) => {
    event.preventDefault();
    if (filled) onStart(choice.body(filled));
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
              <select value=${on} onChange=${(event: Event) => setOn(chosen(event))}>
                ${targets.map(({ value, label }) => html`<option key=${value} value=${value}>${label}</option>`)}
              </select>
            </label>
          `
        }
        <${NumberField}
          label="How often"
          text=${times}
          problem=${'problem' in count ? count.problem : undefined}
          placeholder=${lasting ? 'until cleared' : undefined}
          onType=${setTimes}
        />
        ${
          choice.seconds &&
          html`
            <${NumberField}
              label=${choice.seconds.label}
              text=${wait}
              problem=${'problem' in seconds ? seconds.problem : undefined}
              onType=${setWait}
            />
          `
        }
      </div>
      ${filled && html`<p class="fault-says" aria-live="polite">${choice.says(filled)}</p>`}
      <button class="button" type="submit" disabled=${!filled}>Start</button>
    </form>
  `;
};
