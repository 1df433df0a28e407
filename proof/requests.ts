import type { MessageView } from '../sandbox/teams/api.ts';
import { HOUR } from '../src/platform/lib/clock.ts';
import type { Db } from '../src/platform/storage/database.ts';
import { buttonsOf } from '../test/support/card-view.ts';
import { channels, personalChat, wordsOf } from '../test/support/steward.ts';
import { isIdle } from '../test/support/store-invariants.ts';
import { ask, plain, type SentRequest } from '../test/support/story.ts';
import type { Cluster } from './cluster/cluster.ts';
import type { Wanted } from './deciders.ts';
import { oneLine } from './deciding-button.ts';

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

/** For how long every role is wanted. */
export const LENGTH = '3 days';

/** What people say in the channel where requests are decided. */
interface Saying {
  readonly wanted: Wanted;
  /** What follows the role and its place; nothing where the form itself is wanted. */
  readonly rest: string;
}

/** The form below a message. */
const formBelow = (messages: readonly MessageView[], root: string): MessageView | undefined =>
  messages.find((one) => one.rootId === root && buttonsOf(one).some(({ verb }) => verb === 'form.submit'));

/** Sends by a message what a form shows that has no question left. */
const sendBelow = (cluster: Cluster, asker: Wanted['asker'], where: string, root: string) =>
  cluster.teams.say(asker, where, 'send', { mention: true, ...(where === personalChat(asker) ? {} : { root }) });

/** Says a request, and waits for the form that shows it. @returns how it is sent */
export const openRequest = async (
  cluster: Cluster,
  asker: Wanted['asker'],
  where: string,
  sentence: string,
): Promise<() => Promise<{ readonly id: string }>> => {
  const form = await ask(cluster, asker, `request role ${sentence}`, { where });
  return () => sendBelow(cluster, asker, where, form.rootId ?? form.id);
};

/**
 * People say requests side by side, and again where the bot did not hear one or was too busy for it, until all have brought about
 * what they should.
 * @param found what came of each, by its message; undefined where nothing has yet
 */
export const sayUntil = async <T>(
  cluster: Cluster,
  what: string,
  sayings: readonly Saying[],
  found: (roots: readonly string[]) => Promise<readonly (T | undefined)[]>,
): Promise<T[]> => {
  const say = async ({ wanted: { asker, role, place }, rest }: Saying): Promise<string> =>
    (await cluster.teams.say(asker, channels.approvals, `request role ${role} on ${place}${rest}`, { mention: true }))
      .id;
  const roots = await Promise.all(sayings.map(say));
  const sent = new Set<string>();
  /** Those who wrote all that a request needs send the form that shows it. */
  const sendForms = async (there: readonly (T | undefined)[]): Promise<void> => {
    const messages = await cluster.teams.messages(channels.approvals);
    for (const [n, { wanted, rest }] of sayings.entries()) {
      const root = roots[n] ?? '';
      if (rest === '' || there[n] !== undefined || sent.has(root) || !formBelow(messages, root)) continue;
      sent.add(root);
      await sendBelow(cluster, wanted.asker, channels.approvals, root);
    }
  };
  const look = async (): Promise<T[] | false> => {
    // What is kept to be said later is said by then.
    const quiet = await cluster.inStore(isIdle);
    const there = await found(roots);
    if (!there.includes(undefined)) return there as T[];
    await sendForms(there);
    const told = await toldBelow(cluster);
    const isLost = (root: string): boolean =>
      told(root) === '' ? quiet : excuses.some((words) => told(root).includes(words));
    const lost = roots.flatMap((root, n) => (there[n] === undefined && isLost(root) ? [n] : []));
    for (const n of lost) roots[n] = await say(sayings[n] as Saying);
    return false;
  };
  return cluster.until(what, look).catch(async (error: Error) => {
    const [there, told] = [await found(roots), await toldBelow(cluster)];
    const without = roots.filter((_, n) => there[n] === undefined);
    throw new Error(`${error.message}; ${without.length} have none, one was told: ${oneLine(told(without[0] ?? ''))}`);
  });
};

/** What the bot says when it could not write something down. */
export const excuses = [plain('storage.error.busy'), plain('storage.error.away')];

/** What the bot says below a message. */
const toldBelow = async (cluster: Cluster): Promise<(root: string) => string> => {
  const messages = await cluster.teams.messages(channels.approvals);
  const said = Map.groupBy(
    messages.filter(({ from }) => from.kind === 'bot'),
    ({ rootId }) => rootId,
  );
  return (root) => (said.get(root) ?? []).map(wordsOf).join('\n');
};

/** Asks for all at once and waits for their cards. */
export const askFor = <W extends Wish>(cluster: Cluster, wishes: readonly W[]): Promise<Waiting<W>[]> =>
  sayUntil(
    cluster,
    'a card for each request',
    wishes.map(({ wanted, reason }) => ({ wanted, rest: ` for ${LENGTH} because ${reason}` })),
    () => cluster.inStore((db) => standing(db, wishes)),
  );

const standing = async <W extends Wish>(db: Db, wishes: readonly W[]): Promise<(Waiting<W> | undefined)[]> => {
  const changes = await db.selectFrom('changes').select(['id', 'terms_json']).where('state', '=', 'waiting').execute();
  const subjects = ['', ...changes.map(({ id }) => `change:${id}`)];
  const copies = await db.selectFrom('deliveries').selectAll().where('subject', 'in', subjects).execute();
  return wishes.map((wish) => {
    const change = changes.find(({ terms_json }) => terms_json.includes(`"${wish.reason}"`));
    const copy = copies.find(({ subject, state }) => subject === `change:${change?.id}` && state === 'shown');
    const root = copy?.conversation_id?.split(';messageid=')[1];
    return change && copy?.activity_id && root ? { wish, root, id: change.id, card: copy.activity_id } : undefined;
  });
};

/** A request for a role that the vendor was sent: its properties, and its name with its bytes. */
interface SentPut {
  readonly properties: SentRequest['body']['Properties'];
  readonly put: string;
}

export const sentPuts = async (cluster: Cluster): Promise<SentPut[]> =>
  (await cluster.vendor.seen())
    .filter(({ method }) => method === 'PUT')
    .map(({ path, body }) => ({
      properties: (body as SentRequest['body']).Properties,
      put: `${path.split('/').at(-1)} ${JSON.stringify(body)}`,
    }));

/** Nothing is left of the batch before; an hour later, for a channel takes 1,800 messages in one, and the batches together say more. */
export const freshBatch = async (cluster: Cluster): Promise<void> => {
  await Promise.all([freshVendor(cluster), cluster.teams.forgetDelivered()]);
  await cluster.advance(HOUR);
};

/** The vendor as on its first day, with no request seen. */
export const freshVendor = async (cluster: { readonly vendor: { readonly url: string } }): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${cluster.vendor.url}/__sandbox/reset`, { method: 'POST', headers, body: '{}' });
  if (status !== 200) throw new Error(`the vendor was not reset: ${status}`);
};
