const nearPx = 800;
/** What a callback leaves of its spare time, in milliseconds: enough for one card. */
const oneCardMs = 6;

const waiting = new Set<() => void>();

const idle: (work: (deadline: Pick<IdleDeadline, 'timeRemaining'>) => void) => void =
  'requestIdleCallback' in window
    ? (work) => requestIdleCallback(work)
    : (work) => setTimeout(() => work({ timeRemaining: () => 0 }));

/** The newest ones stand nearest to where a conversation opens. */
const drawWaiting = (deadline: Pick<IdleDeadline, 'timeRemaining'>): void => {
  for (const draw of [...waiting].reverse()) {
    draw();
    if (deadline.timeRemaining() < oneCardMs) break;
  }
  if (waiting.size > 0) idle(drawWaiting);
};

/**
 * Calls `draw` once: as soon as `element` comes near the reader's sight, or when the browser has nothing else to do, so
 * that a search in the page and a screen reader find everything. The answer takes it back.
 */
export const drawSoon = (element: HTMLElement, draw: () => void): (() => void) => {
  const end = () => {
    observer.disconnect();
    waiting.delete(once);
  };
  const once = () => {
    end();
    draw();
  };
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && once(), {
    root: element.closest('.pane-list'),
    rootMargin: `${nearPx}px 0px`,
  });
  observer.observe(element);
  waiting.add(once);
  if (waiting.size === 1) idle(drawWaiting);
  return end;
};
