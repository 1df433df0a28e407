import { useEffect, useState } from 'preact/hooks';

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
export const usePlace = (selectors: readonly string[]): Place | undefined => {
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
