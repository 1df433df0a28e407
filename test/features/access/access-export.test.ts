import { createCsvFile, unpackFile } from '#engine/answers/stored-file.ts';
import type { Assignment } from '#features/access/assignments.ts';
import { accessColumns, accessLine, type ListedAccess } from '#features/access/export/access-export.ts';
import { iso, MINUTE } from '#platform/lib/clock.ts';
import { type Dice, diceOf } from '../../../proof/lib/dice.ts';
import { formulasIn, hostileCells, readCsv, restoredCell } from '../../support/read-csv.ts';

const SEED = 20_261_127;
const RUNS = 500;

const randomAccess = (dice: Dice): ListedAccess => {
  const text = (): string => dice.pick(hostileCells);
  const moment = (): number | undefined =>
    dice.next() < 0.3 ? undefined : 1_780_000_000_000 + Math.floor(dice.next() * 1e6) * MINUTE;
  const assignment: Assignment = {
    ...{ id: text(), person: { objectId: text(), name: text() } },
    ...{ role: { key: 'r', title: text(), id: text() }, place: { key: 'p', title: text(), scope: text() } },
    ...{ start: moment(), end: moment(), held: dice.pick(['direct', 'group', 'inherited']), through: text() },
    ...(dice.next() < 0.5 ? { condition: text() } : {}),
  };
  const approvers = [{ objectId: text(), name: text() }];
  return { assignment, granted: dice.next() < 0.5 ? { ref: 'R-7KQ2M', approvers } : undefined };
};

/** What the file must say, by column. */
const expected = ({ assignment, granted }: ListedAccess): Readonly<Record<string, string>> => ({
  ...{ person: assignment.person.name, personId: assignment.person.objectId },
  ...{ role: assignment.role.title, roleId: assignment.role.id },
  ...{ place: assignment.place.title, scope: assignment.place.scope, held: assignment.held },
  since: assignment.start === undefined ? '' : iso(assignment.start),
  until: assignment.end === undefined ? '' : iso(assignment.end),
  through: assignment.held === 'direct' ? '' : assignment.through,
  condition: assignment.condition ?? '',
  request: granted?.ref ?? '',
  ...{ approvedBy: granted?.approvers[0]?.name ?? '', approvedById: granted?.approvers[0]?.objectId ?? '' },
});

it('a file of who has access has every id, word and moment again, and no cell that a spreadsheet would run', () => {
  for (let run = 1; run <= RUNS; run += 1) {
    const dice = diceOf(SEED, run);
    const rows = Array.from({ length: 1 + Math.floor(dice.next() * 20) }, () => randomAccess(dice));
    const file = createCsvFile(accessColumns);
    for (const row of rows) file.add(accessLine(row));
    const { packed = '', bytes } = file.end();
    const text = unpackFile(packed);
    expect(Buffer.byteLength(text)).toBe(bytes);
    const [head = [], ...lines] = readCsv(text);
    const read = lines.map((line) =>
      Object.fromEntries(line.map((cell, at) => [head[at]?.text ?? '', restoredCell(cell.text)])),
    );
    expect(read).toEqual(rows.map(expected));
    expect(formulasIn(lines)).toEqual([]);
  }
});
