import type { MarkPart, Part } from './document.ts';

/** The parts of a block from those of its pieces, in order: marks that were cut are one again. */
export const joinParts = (pieces: readonly (readonly Part[])[]): readonly Part[] => {
  const parts: Part[] = [];
  for (const [first, ...rest] of pieces) {
    if (first === undefined) continue;
    const last = parts.at(-1);
    if (last?.is === 'mark' && first.is === 'mark' && meet(last, first)) parts[parts.length - 1] = heal(last, first);
    else parts.push(first);
    for (const part of rest) parts.push(part);
  }
  return parts;
};

const meet = (one: MarkPart, other: MarkPart): boolean =>
  (one.cut === 'after' || one.cut === 'both') &&
  (other.cut === 'before' || other.cut === 'both') &&
  one.open === other.open;

const heal = (one: MarkPart, other: MarkPart): MarkPart => {
  const { cut: _, ...whole } = one;
  const [before, after] = [one.cut === 'both', other.cut === 'both'];
  const cut = before && after ? 'both' : before ? 'before' : after ? 'after' : undefined;
  const parts = joinParts([one.parts, other.parts]);
  return cut === undefined ? { ...whole, parts } : { ...whole, parts, cut };
};
