import type { Place } from './use-place.ts';

const gap = 14;
const margin = 12;

const within = (value: number, room: number): number => Math.max(margin, Math.min(value, room - margin));

/**
 * Where a box of this size stands beside a place: left of all that the reader works with there, else at the place's right, above,
 * below or at its left, wherever there is room.
 */
export const beside = (
  place: Place | undefined,
  box: { width: number; height: number },
  window: { width: number; height: number },
): { top: number; left: number } => {
  const last = { top: window.height - box.height, left: window.width - box.width };
  if (!place) return { top: within(last.top / 2, last.top + margin), left: within(last.left / 2, last.left + margin) };
  const { top, left, width, height, around } = place;
  const alongside = within(top, last.top);
  const across = within(left, last.left);
  if (around.width > width && around.left - gap - box.width >= margin)
    return { top: alongside, left: around.left - gap - box.width };
  if (left + width + gap + box.width + margin <= window.width) return { top: alongside, left: left + width + gap };
  if (top - gap - box.height >= margin) return { top: top - gap - box.height, left: across };
  if (top + height + gap + box.height + margin <= window.height) return { top: top + height + gap, left: across };
  if (left - gap - box.width >= margin) return { top: alongside, left: left - gap - box.width };
  return { top: within(last.top, last.top + margin), left: across };
};
