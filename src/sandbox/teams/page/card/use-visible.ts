import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Calls `onSeen` when the element is in sight, and again for every other `version` of it; undefined: nobody asks. */
export const useVisible = (
  element: RefObject<HTMLElement | null>,
  version: string | undefined,
  onSeen: (() => void) | undefined,
): void => {
  const latest = useRef(onSeen);
  latest.current = onSeen;
  useEffect(() => {
    if (version === undefined || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      latest.current?.();
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [version]);
};
