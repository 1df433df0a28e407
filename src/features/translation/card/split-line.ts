import { payloadBytes } from '../../../cards/size.ts';
import { type CardLine, cardLines } from '../message/card-view.ts';

/** A line that says little may weigh much: many short runs, each with its style and where it leads. */
const MOST_BYTES = 6 * 1024;
/** What the template wraps around a line, and around each cell of a table. */
const WRAP_BYTES = 120;

/** What a line takes of a card. */
export const bytesOf = (line: CardLine): number => {
  const cells = line.rows.reduce((sum, row) => sum + row.cells.length, 0);
  return payloadBytes(cardLines.parse([line])) + WRAP_BYTES * (1 + cells);
};

/** The line in lines that each fit well on a card; almost always itself. */
export const splitLine = (line: CardLine): readonly CardLine[] => {
  if (bytesOf(line) <= MOST_BYTES) return [line];
  const { runs, rows } = line;
  if (line.kind === 'text' && runs.length > 1)
    return halves(runs).flatMap((half) => splitLine({ ...line, runs: half }));
  if (rows.length > 1) return halves(rows).flatMap((half) => splitLine({ ...line, rows: half }));
  const cells = rows.flatMap((row) => row.cells.flatMap((cell) => cell.lines));
  return cells.length === 0
    ? [line]
    : cells.flatMap((cell) => splitLine({ ...line, kind: 'text', runs: cell.runs, columns: [], rows: [] }));
};

const halves = <T>(list: readonly T[]): readonly T[][] => {
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)];
};
