import type { MessageView } from '../../sandbox/teams/api.ts';
import { channels, personalChat, wordsOf } from '../../test/support/steward.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Asking } from './plan.ts';

/** A request of the batch with all that was ever posted of it. */
export interface Posted {
  readonly asking: Asking;
  readonly id: string;
  readonly ref: string;
  readonly state: string;
  readonly verdicts: readonly string[];
  /** What the bot posted last for each face, as it knows it; copies that it only took on are none. */
  readonly rows: readonly {
    readonly face: string;
    readonly place: string;
    readonly activity: string | null;
    /** A process holds it to send it, or died so. */
    readonly claimed: boolean;
  }[];
  readonly standing: readonly MessageView[];
}

const STRAY = 'stray';

const placeOf = (
  { face, target_kind, target }: { face: string; target_kind: string; target: string },
  asker: Asking,
) => (target_kind === 'person' && face === 'personal' ? personalChat(asker.asker) : (target.split(';')[0] ?? target));

const places = [channels.general, channels.finance, channels.approvals, personalChat('ana'), personalChat('di')];

/** @returns those of the requests that were taken, in their order */
export const postedOf = async (cluster: Cluster, askings: readonly Asking[]): Promise<Posted[]> => {
  const [first] = askings;
  const of = first?.reason.replace(/^post \d+ /, '') ?? '';
  const [changes, all] = await Promise.all([
    cluster.inStore((db) => db.selectFrom('changes').selectAll().where('terms_json', 'like', `%${of}%`).execute()),
    Promise.all(places.map((place) => cluster.teams.messages(place))),
  ]);
  const ids = ['', ...changes.map(({ id }) => id)];
  const subjects = ids.map((id) => `change:${id}`);
  const [rows, decisions] = await cluster.inStore(async (db) => [
    await db.selectFrom('deliveries').selectAll().where('subject', 'in', subjects).execute(),
    await db.selectFrom('decisions').selectAll().where('change_id', 'in', ids).execute(),
  ]);
  const messages = all.flat().filter(({ cards, from }) => from.kind === 'bot' && cards.length > 0);
  return askings.flatMap((asking) =>
    changes
      .filter(({ terms_json }) => terms_json.includes(asking.reason))
      .map(({ id, ref, state }) => ({
        asking,
        id,
        ref,
        state,
        verdicts: decisions.filter(({ change_id }) => change_id === id).map(({ verdict }) => verdict),
        rows: rows
          .filter(({ subject, face }) => subject === `change:${id}` && face !== STRAY)
          .map((row) => ({
            face: row.face,
            place: placeOf(row, asking),
            activity: row.activity_id,
            claimed: row.lease_owner !== null,
          })),
        standing: messages.filter((message) => message.cards.length > 0 && wordsOf(message).includes(ref)),
      })),
  );
};

/** The messages that are no row's own. */
export const extrasOf = ({ rows, standing }: Posted): MessageView[] =>
  standing.filter(({ id }) => !rows.some(({ activity }) => activity === id));

/** Where each request's posts had their answers lost though Teams took them, by its name: cut, or hidden by a 502. */
const lostAnswers = async (cluster: Cluster): Promise<readonly { readonly ref: string; readonly place: string }[]> =>
  (await cluster.teams.requests())
    .filter(({ method, status }) => method === 'POST' && (status === 0 || status === 502))
    .flatMap(({ path, body }) => {
      const place = /\/v3\/conversations\/([^/;]+)[^/]*\/activities/.exec(path)?.[1];
      const ref = /R-[0-9A-Z]{5}/.exec(JSON.stringify(body))?.[0];
      return place && ref ? [{ place, ref }] : [];
    });

/** Knows, for each request and place, the answers that never reached the store: those that Teams lost, and those that a kill did. */
interface Ledger {
  /** To be called when the bot is dead: a post that was on its way, and that Teams took, has lost its answer. */
  died(posted: readonly Posted[]): Promise<void>;
  /** How many were lost in each place. */
  lost(posted: Posted): Promise<Record<string, number>>;
}

export const createLedger = (cluster: Cluster): Ledger => {
  /** The messages whose answers a kill lost: none is counted that came later. */
  const killed: MessageView[] = [];

  const lostOf = async (one: Posted): Promise<string[]> => [
    ...(await lostAnswers(cluster)).filter(({ ref }) => ref === one.ref).map(({ place }) => place),
    ...killed.filter(({ id }) => one.standing.some((message) => message.id === id)).map((one) => one.conversationId),
  ];

  /** What more stands there than answers are known to be lost, of a row that the dead bot was about to post. */
  const unexplained = async (one: Posted): Promise<MessageView[]> => {
    const lost = await lostOf(one);
    const claimed = one.rows.filter((row) => row.claimed && row.activity === null);
    return claimed.flatMap(({ place }) => {
      const extras = extrasOf(one).filter(({ conversationId }) => conversationId === place);
      return extras.length > lost.filter((where) => where === place).length ? extras.slice(-1) : [];
    });
  };

  return {
    async died(posted) {
      const found = (await Promise.all(posted.map(unexplained))).flat();
      // In one conversation the bot says one thing at a time: of all that stands there only the newest was on its way.
      const newest = Map.groupBy(found, ({ conversationId }) => conversationId).values();
      for (const messages of newest) killed.push(...messages.toSorted((a, b) => Number(a.id) - Number(b.id)).slice(-1));
    },
    async lost(one) {
      const places = Map.groupBy(await lostOf(one), (place) => place);
      return Object.fromEntries([...places].map(([place, all]) => [place, all.length]));
    },
  };
};
