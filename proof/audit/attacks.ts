import { auditKeyOf, keyedHash, plainHash } from '../../src/platform/audit/chain.ts';
import type { AuditTable } from '../../src/platform/audit/tables.ts';
import { Secret } from '../../src/platform/lib/secret.ts';
import { chained, withoutKeyedEntry } from '../../test/platform/audit/chain.ts';
import { testKey } from '../../test/support/audit.ts';
import type { Dice } from '../run-on-stores.ts';

type Rows = readonly AuditTable[];

/** What whoever writes the database, and has not the key, makes of an audit. */
export interface Attack {
  readonly name: string;
  /** The key alone does not show it: it takes a head from the log. */
  readonly needsHead?: true;
  /** @param cut a place in the audit, from 1 to one less than its length */
  forge(rows: Rows, dice: Dice, cut: number): Rows;
}

const otherKey = auditKeyOf(new Secret('the key of somebody who has no business here'));
const byOther = (before: string, row: Omit<AuditTable, 'hash'>): string => keyedHash(otherKey, before, row);
const byKey = (before: string, row: Omit<AuditTable, 'hash'>): string => keyedHash(testKey, before, row);

const columns = ['at', 'change_id', 'actor', 'event', 'detail_json'] as const;

const edited = (row: AuditTable, dice: Dice): AuditTable => {
  const column = dice.pick(columns);
  const forged = dice.pick([`${row[column]} `, row[column].slice(1), 'nobody', row[column].toUpperCase().concat('X')]);
  return { ...row, [column]: forged };
};

const editedAt = (rows: Rows, dice: Dice, at: number): Rows =>
  rows.map((row, index) => (index === at ? edited(row, dice) : row));

/** From a place on, as somebody would compute it who knows how, but not the key. */
const recomputedFrom = (rows: Rows, cut: number, hash: typeof plainHash): Rows => {
  const head = rows.slice(0, cut);
  const tail = rows.slice(cut).reduce<AuditTable[]>((done, row) => {
    const before = done.at(-1) ?? head.at(-1);
    done.push({ ...row, hash: hash(before?.hash ?? '', row) });
    return done;
  }, []);
  return [...head, ...tail];
};

const renumbered = (rows: Rows): Rows => rows.map((row, index) => ({ ...row, seq: index + 1 }));

/** What the bot itself writes after the end was cut off. */
const later = (cut: number) => (row: AuditTable, at: number) =>
  at < cut ? row : { ...row, actor: 'somebody later', event: 'asked' };

export const attacks: readonly Attack[] = [
  { name: 'an entry edited', forge: (rows, dice) => editedAt(rows, dice, dice.below(rows.length)) },
  {
    name: 'a hash edited',
    forge: (rows, _dice, cut) => rows.map((row, at) => (at === cut ? { ...row, hash: plainHash(row.hash, row) } : row)),
  },
  { name: 'an entry deleted', forge: (rows, _dice, cut) => rows.filter((_row, at) => at !== cut - 1) },
  {
    name: 'some entries deleted, the rest numbered anew',
    forge: (rows, dice, cut) => {
      const from = dice.below(cut);
      return renumbered(rows.filter((_row, at) => at < from || at >= cut));
    },
  },
  {
    name: 'two entries that changed places',
    forge: (rows, dice, cut) => {
      const other = dice.below(cut);
      const place = new Map([
        [cut, other],
        [other, cut],
      ]);
      return renumbered(rows.map((row, at) => rows[place.get(at) ?? at] ?? row));
    },
  },
  {
    name: 'all entries in another order',
    forge: (rows) => renumbered(rows.toReversed()),
  },
  {
    name: 'an entry put in',
    forge: (rows, dice, cut) =>
      renumbered([...rows.slice(0, cut), edited(rows[cut] as AuditTable, dice), ...rows.slice(cut)]),
  },
  {
    name: 'an entry put in at the end, without a key',
    forge: (rows) => {
      const last = rows.at(-1) as AuditTable;
      const row = { ...last, seq: last.seq + 1 };
      return [...rows, { ...row, hash: plainHash(last.hash, row) }];
    },
  },
  { name: 'entries cut off at the end', needsHead: true, forge: (rows, _dice, cut) => rows.slice(0, cut) },
  { name: 'every entry taken away', forge: () => [] },
  {
    name: 'entries cut off at the end, and as many new ones since',
    needsHead: true,
    forge: (rows, _dice, cut) => recomputedFrom(rows.map(later(cut)), cut, byKey),
  },
  {
    name: 'an edit, and the whole computed anew without a key',
    forge: (rows, dice, cut) => chained(editedAt(rows, dice, cut)),
  },
  {
    name: 'an edit, and the whole computed anew as an audit that never had a key',
    forge: (rows, dice, cut) => chained(withoutKeyedEntry(editedAt(rows, dice, cut))),
  },
  {
    name: 'an edit, and the rest computed anew without a key',
    forge: (rows, dice, cut) => recomputedFrom(editedAt(rows, dice, cut), cut, plainHash),
  },
  {
    name: 'an edit, and the whole computed anew with another key',
    forge: (rows, dice, cut) => chained(editedAt(rows, dice, cut), byOther),
  },
  {
    name: 'an edit, and the rest computed anew with another key',
    forge: (rows, dice, cut) => recomputedFrom(editedAt(rows, dice, cut), cut, byOther),
  },
];

/** Each of two stores sees every attack in turn. */
export const attackOf = (run: number): Attack => attacks[Math.floor((run - 1) / 2) % attacks.length] as Attack;
