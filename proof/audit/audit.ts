import { isDeepStrictEqual } from 'node:util';
import { createAudit } from '../../src/platform/audit/audit.ts';
import { auditKeyOf, type Head, keyedHash, plainHash } from '../../src/platform/audit/chain.ts';
import { verifyAudit } from '../../src/platform/audit/entries.ts';
import { beginKeyed } from '../../src/platform/audit/open-audit.ts';
import { type AuditTable, auditMigrations } from '../../src/platform/audit/tables.ts';
import { systemClock } from '../../src/platform/lib/clock.ts';
import { silentLog } from '../../src/platform/lib/logger.ts';
import { Secret } from '../../src/platform/lib/secret.ts';
import { type Database, openDatabase } from '../../src/platform/storage/database.ts';
import { chained, replaceAll, rowsOf, withoutKeyedEntry, writeUnkeyed } from '../../test/platform/audit/chain.ts';
import { testKey } from '../../test/support/audit.ts';
import { defineProof } from '../lib/define-proof.ts';
import type { Dice } from '../lib/dice.ts';

type Rows = readonly AuditTable[];

/** What whoever writes the database, and has not the key, makes of an audit. */
interface Attack {
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

const attacks: readonly Attack[] = [
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

const adopt = async (): Promise<void> => {};

/** An honest audit of 3 to 40 entries, in each third run with some of an older Steward before them. @returns heads as the log has them */
const writeHonest = async (database: Database, dice: Dice): Promise<readonly Head[]> => {
  await replaceAll(database, []);
  if (dice.oneIn(3)) await writeUnkeyed(database, 1 + dice.below(10));
  await beginKeyed({ database, key: testKey, now: systemClock.now(), adopt });
  const audit = createAudit({ database, key: testKey, clock: systemClock, log: silentLog });
  const count = 2 + dice.below(28);
  await database.transaction(async (trx) => {
    for (let n = 0; n < count; n += 1) {
      const event = dice.pick(['asked', 'approved', 'denied', 'sending', 'done'] as const);
      const entry = { target: `c${dice.below(5)}`, actor: `person ${dice.below(4)}`, event, detail: { n } };
      await audit.append(trx, entry);
    }
  });
  const rows = await rowsOf(database);
  const logged = rows.filter((_row, at) => at === rows.length - 1 || dice.oneIn(4));
  return logged.map(({ seq, hash }) => ({ seq, hash }));
};

/** @returns what does not hold of one audit, before and after somebody forged it */
export const forgeryViolations = async (database: Database, attack: Attack, dice: Dice): Promise<string[]> => {
  const heads = await writeHonest(database, dice);
  const verify = () => Promise.all([[], heads].map((known) => verifyAudit(database.db, testKey, known)));
  const [alone, logged] = await verify();
  const honest = [alone, logged].every((check) => check?.ok) ? [] : ['an honest audit was called forged'];
  const rows = await rowsOf(database);
  const forged = attack.forge(rows, dice, 1 + dice.below(rows.length - 1));
  if (isDeepStrictEqual(forged, rows)) throw new Error(`${attack.name}: nothing was forged`);
  await replaceAll(database, forged);
  const [forgedAlone, forgedLogged] = await verify();
  return [
    ...honest,
    ...(forgedLogged?.ok ? [`${attack.name}: not detected`] : []),
    ...(forgedAlone?.ok && !attack.needsHead ? [`${attack.name}: not detected without a head`] : []),
  ];
};

/** Whatever somebody does to the audit who writes the database and has not the key is found; what is honest passes. */
export const auditProof = defineProof({
  name: 'audit',
  says: 'every way to forge the audit is found on both stores, and what is honest passes',
  short: { runs: 4 * attacks.length, seed: 14 },
  runs: 1_000,
  runsEach: 1_000,
  shrinks: true,
  plan: (dice, run) => ({ dice, attack: attackOf(run) }),
  async world({ url }) {
    const database = await openDatabase(url, auditMigrations);
    return { database, end: () => database.close() };
  },
  evidence: ({ database }, { dice, attack }) => forgeryViolations(database, attack, dice),
  laws: { 'what is forged is found, and what is honest passes': (wrong) => wrong },
});
