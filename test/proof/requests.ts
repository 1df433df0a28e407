import { HOUR } from '../../src/lib/clock.ts';
import type { Db } from '../../src/storage/database.ts';
import { channels } from '../support/steward.ts';
import type { Fleet } from './fleet/fleet.ts';
import type { Wanted } from './jury.ts';

/** What somebody asks for, under a name that no other request has. */
export interface Wish {
  readonly wanted: Wanted;
  readonly reason: string;
}

/** A request that waits, with where its card stands. */
export interface Waiting<W extends Wish = Wish> {
  readonly wish: W;
  readonly id: string;
  /** The message that asked, and the card below it. */
  readonly root: string;
  readonly card: string;
}

/** Says a request in the channel where it is decided. @returns the message */
export const say = async (fleet: Fleet, { asker, role, place }: Wanted, because: string): Promise<string> => {
  const words = `request role ${role} on ${place} for 3 days${because}`;
  return (await fleet.teams.say(asker, channels.approvals, words, { mention: true })).id;
};

/** Asks for all at once and waits for their cards. */
export const askFor = async <W extends Wish>(fleet: Fleet, wishes: readonly W[]): Promise<Waiting<W>[]> => {
  const asked = await Promise.all(
    wishes.map(async (wish) => ({ wish, root: await say(fleet, wish.wanted, ` because ${wish.reason}`) })),
  );
  const look = async (): Promise<Waiting<W>[] | false> => {
    const there = await fleet.inStore((db) => standing(db, asked));
    return there.length === asked.length && there;
  };
  return fleet.until('a card for each request', look);
};

const standing = async <W extends Wish>(
  db: Db,
  asked: readonly { readonly wish: W; readonly root: string }[],
): Promise<Waiting<W>[]> => {
  const changes = await db.selectFrom('changes').select(['id', 'terms_json']).where('state', '=', 'waiting').execute();
  const subjects = ['', ...changes.map(({ id }) => `change:${id}`)];
  const copies = await db.selectFrom('deliveries').selectAll().where('subject', 'in', subjects).execute();
  return asked.flatMap(({ wish, root }) => {
    const change = changes.find(({ terms_json }) => terms_json.includes(`"${wish.reason}"`));
    const copy = copies.find(({ subject, state }) => subject === `change:${change?.id}` && state === 'shown');
    return change && copy?.activity_id ? [{ wish, root, id: change.id, card: copy.activity_id }] : [];
  });
};

/** Nothing is left of the wave before; an hour later, for a channel takes 1,800 messages in one, and the waves together say more. */
export const freshWave = async (fleet: Fleet): Promise<void> => {
  await Promise.all([freshVendor(fleet), fleet.teams.forget()]);
  await fleet.advance(HOUR);
};

/** The vendor as on its first day, with no request seen. */
export const freshVendor = async (fleet: Fleet): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${fleet.vendor.url}/__sandbox/reset`, { method: 'POST', headers, body: '{}' });
  if (status !== 200) throw new Error(`the vendor was not reset: ${status}`);
};
