import { z } from 'zod';
import { type CardLine, cardLines } from '../message/card-view.ts';

/** Lines that follow each other on one ground: a block of code or a quote is one area. */
export const lineGroups = z.array(
  z.object({ style: z.string(), spacing: z.string(), rtl: z.boolean(), lines: cardLines }),
);
type LineGroup = z.input<typeof lineGroups>[number];

export const groupsOf = (lines: readonly CardLine[]): LineGroup[] => {
  const groups: LineGroup[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.style === line.style && last.rtl === line.rtl) last.lines.push(line);
    else groups.push({ style: line.style, spacing: line.spacing, rtl: line.rtl, lines: [line] });
  }
  return groups;
};
