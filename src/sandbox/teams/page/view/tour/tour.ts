import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../../data/session.ts';
import type { State } from '../../data/state.ts';
import { html } from '../html.ts';
import { CheckIcon, CloseIcon } from '../icons.ts';
import { beside } from './beside.ts';
import { stepCount, type TourStep, tourStep } from './tour-steps.ts';
import { usePlace } from './use-place.ts';

const ring = 5;
const phonePx = 720;

/** On a phone there is no room beside an element: the step is above the page, so many pixels high. */
const useDock = (height: number) => {
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--tour-room', `${height}px`);
    return () => document.documentElement.style.removeProperty('--tour-room');
  }, [height]);
};

interface Props {
  step: TourStep;
  index: number;
  onGo(step: number | undefined): void;
}

const Stop = ({ step, index, onGo }: Props) => {
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [size, setSize] = useState({ width: 340, height: 220 });
  const place = usePlace(step.at);
  const isLast = index === stepCount - 1;
  const isDocked = innerWidth <= phonePx;

  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [index]);
  useLayoutEffect(() => {
    const { offsetWidth: width, offsetHeight: height } = box.current ?? { offsetWidth: 0, offsetHeight: 0 };
    if (width !== size.width || height !== size.height) setSize({ width, height });
  });

  useDock(isDocked ? size.height : 0);

  const { top, left } = beside(place, size, { width: innerWidth, height: innerHeight });
  const light = place && {
    top: `${place.top - ring}px`,
    left: `${place.left - ring}px`,
    width: `${place.width + 2 * ring}px`,
    height: `${place.height + 2 * ring}px`,
  };
  return html`
    <div class="tour">
      ${light && html`<div class="spotlight" style=${light}></div>`}
      <section
        ref=${box}
        class="tour-stop"
        role="dialog"
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        data-region
        style=${isDocked ? {} : { top: `${top}px`, left: `${left}px` }}
        onKeyDown=${(event: KeyboardEvent) => event.key === 'Escape' && onGo(undefined)}
      >
        <div class="tour-head">
          <span class="quiet">Step ${index + 1} of ${stepCount}</span>
          <button class="icon-button" aria-label="Leave the tour" title="Leave the tour" onClick=${() => onGo(undefined)}>
            <${CloseIcon} />
          </button>
        </div>
        <h2 id="tour-title" ref=${heading} tabindex="-1">${step.title}</h2>
        <p id="tour-text">${step.text}</p>
        <p class="tour-done" role="status">${step.done && html`<span><${CheckIcon} /> Done</span>`}</p>
        <div class="tour-buttons">
          <div class="button-row">
            ${step.offers.map(({ label, run }) => html`<button key=${label} class="small-button" onClick=${run}>${label}</button>`)}
          </div>
          <div class="button-row onward">
            ${index > 0 && html`<button class="small-button" onClick=${() => onGo(index - 1)}>Back</button>`}
            <button
              class=${step.done ? 'button' : 'button plain'}
              onClick=${() => onGo(isLast ? undefined : index + 1)}
            >
              ${isLast ? 'Finish' : 'Next'}
            </button>
          </div>
        </div>
      </section>
    </div>
  `;
};

/** The guided tour: it points at the elements of the page, and the reader uses them. */
export const Tour = ({ state, session }: { state: State; session: Session }) => {
  const { tour } = state.shell;
  const isLoaded = state.messages[state.open] !== undefined;
  const step = tour === undefined || !isLoaded ? undefined : tourStep(tour, state, session);
  return step && tour !== undefined ? html`<${Stop} step=${step} index=${tour} onGo=${session.shell.goTo} />` : null;
};
