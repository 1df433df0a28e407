import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../../data/session.ts';
import type { State } from '../../data/state.ts';
import { html } from '../html.ts';
import { CheckIcon, CloseIcon } from '../icons.ts';
import { stepCount, type TourStep, tourStep } from './tour-steps.ts';

/** A rectangle in the window, in pixels. */
interface Place {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

const rectangleOf = (element: Element): Place => {
  const { top, left, width, height } = element.getBoundingClientRect();
  return { top, left, width, height };
};

const isSeen = (element: Element): boolean => {
  const { width, height, right, left } = element.getBoundingClientRect();
  return (
    width > 0 && height > 0 && right > 0 && left < innerWidth && element.checkVisibility({ visibilityProperty: true })
  );
};

const placeOf = (selectors: readonly string[]): Place | undefined => {
  const element = selectors
    .filter((selector) => selector !== '')
    .flatMap((selector) => [...document.querySelectorAll(selector)].slice(-1))
    .find(isSeen);
  if (!element) return undefined;
  const list = element.closest('.pane-list');
  const shown = overlap(rectangleOf(element), list ? rectangleOf(list) : inWindow());
  return shown.height < LEAST ? undefined : shown;
};

/** Less than this is not worth a ring. */
const LEAST = 24;
/** Room for the ring's line at the edge of the window. */
const EDGE = 4;

const inWindow = (): Place => ({
  top: EDGE,
  left: EDGE,
  width: innerWidth - 2 * EDGE,
  height: innerHeight - 2 * EDGE,
});

/** What is to be seen of one in the other. */
const overlap = (a: Place, b: Place): Place => {
  const top = Math.max(a.top, b.top);
  const left = Math.max(a.left, b.left);
  const bottom = Math.min(a.top + a.height, b.top + b.height);
  const right = Math.min(a.left + a.width, b.left + b.width);
  return { top, left, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
};

const isSame = (a: Place | undefined, b: Place | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    (['top', 'left', 'width', 'height'] as const).every((side) => a[side] === b[side]));

/** The place of the first visible one of these elements, followed frame by frame: cards grow, lists scroll. */
const usePlace = (selectors: readonly string[]): Place | undefined => {
  const [place, setPlace] = useState<Place>();
  const wanted = selectors.join('\n');
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      const now = placeOf(wanted.split('\n'));
      setPlace((before) => (isSame(before, now) ? before : now));
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [wanted]);
  return place;
};

/** The ring stays within the gaps between what is on the page. */
const ring = 1;

/** The page begins below the step, so that the tour covers nothing of it. */
const useRoom = (box: { readonly current: HTMLElement | null }) => {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--tour-room', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--tour-room');
    };
  }, []);
};

interface Props {
  step: TourStep;
  index: number;
  onGo(step: number | undefined): void;
}

const Stop = ({ step, index, onGo }: Props) => {
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const place = usePlace(step.at);
  const isLast = index === stepCount - 1;
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [index]);
  useRoom(box);

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
        onKeyDown=${(event: KeyboardEvent) => event.key === 'Escape' && onGo(undefined)}
      >
        <div class="tour-words">
          <div class="tour-head">
            <h2 id="tour-title" ref=${heading} tabindex="-1">${step.title}</h2>
            <span class="quiet">Step ${index + 1} of ${stepCount}</span>
            <span class="tour-done" role="status">${step.done && html`<${CheckIcon} /> Done`}</span>
          </div>
          <p id="tour-text">${step.text}</p>
        </div>
        <div class="tour-buttons button-row">
          ${step.offers.map(({ label, run }) => html`<button key=${label} class="button" onClick=${run}>${label}</button>`)}
          ${index > 0 && html`<button class="button plain" onClick=${() => onGo(index - 1)}>Back</button>`}
          <button class=${step.done ? 'button' : 'button plain'} onClick=${() => onGo(isLast ? undefined : index + 1)}>
            ${isLast ? 'Finish' : 'Next'}
          </button>
        </div>
        <button
          class="icon-button tour-close"
          aria-label="Leave the tour"
          title="Leave the tour"
          onClick=${() => onGo(undefined)}
        >
          <${CloseIcon} />
        </button>
      </section>
    </div>
  `;
};

/** The guided tour, above the page: it points at what the reader uses next. */
export const Tour = ({ state, session }: { state: State; session: Session }) => {
  const { tour } = state.shell;
  const isLoaded = state.messages[state.open] !== undefined;
  const step = tour === undefined || !isLoaded ? undefined : tourStep(tour, state, session);
  return step && tour !== undefined ? html`<${Stop} step=${step} index=${tour} onGo=${session.shell.goTo} />` : null;
};
