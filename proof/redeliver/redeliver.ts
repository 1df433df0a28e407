import type { MessageView } from '../../sandbox/teams/api.ts';
import { people, type SandboxPerson } from '../../sandbox/world.ts';
import { buttonsOf, pressData } from '../../test/support/card-view.ts';
import { channels } from '../../test/support/steward.ts';
import { violations } from '../../test/support/store-invariants.ts';
import { openCluster } from '../cluster/cluster.ts';
import { deciders, decidersPolicy, PATIENCE_MS } from '../deciders.ts';
import { type Answered, type Click, createDirectClient, type DirectClient, namedFor } from '../direct-client.ts';
import { defineProof } from '../lib/define-proof.ts';
import { askFor, freshBatch, LENGTH, sayUntil, type Waiting } from '../requests.ts';
import { waitUntilIdle } from '../wait-until-idle.ts';
import { effectsOf, effectViolations, type Pressed, type Redelivery, redeliveryOf, whyOf } from './invariants.ts';

/** One press as it is to arrive, again and again. */
interface Ready {
  readonly plan: Redelivery;
  readonly click: Omit<Click, 'id'>;
}

const verbs = {
  approve: 'change.approve',
  deny: 'change.deny',
  cancel: 'change.cancel',
  submit: 'form.submit',
  remove: 'access.remove',
} as const;

/** What is filled in beside the button. */
const fieldsOf = (plan: Redelivery): Readonly<Record<string, string>> => {
  if (plan.kind === 'approve' || plan.kind === 'cancel') return {};
  return { reason: whyOf(plan), ...(plan.kind === 'submit' ? { duration: LENGTH } : {}) };
};

/** Two processes of the bot on one store; in each batch all cards are made, then all presses come, then all comes to rest. */
const openRedeliverWorld = async (databaseUrl: string) => {
  const cluster = await openCluster({ databaseUrl, policy: decidersPolicy, pollMs: 100 });
  await cluster.startBot();
  await cluster.startBot();
  const board = (): Promise<MessageView[]> => cluster.teams.messages(channels.approvals);

  const presser = ({ kind, wanted, run }: Redelivery): SandboxPerson =>
    kind === 'approve' || kind === 'deny' ? (deciders[run % deciders.length] as SandboxPerson) : people[wanted.asker];

  /** What the person's client would send for the button on this card. */
  const pressOn = (plan: Redelivery, root: string, card: MessageView | undefined, change = ''): Ready => {
    const verb = verbs[plan.kind];
    const button = card && buttonsOf(card).find((candidate) => candidate.verb === verb);
    if (!card || (!button && plan.kind === 'submit')) {
      throw new Error(`no button ${verb} for press ${plan.run}, its card: ${JSON.stringify(card?.cards)}`);
    }
    // The buttons of a request stand on its presser's own view.
    const data = button ? pressData(button, fieldsOf(plan)) : { change, terms: 1, ...namedFor(verb, fieldsOf(plan)) };
    return { plan, click: { person: presser(plan), on: { channel: 'approvals', root, card: card.id }, verb, data } };
  };

  /** A busy channel may have room for a form only some time later. */
  const formsBelow = async (roots: readonly string[]): Promise<(MessageView | undefined)[]> => {
    const messages = (await board()).filter((message) => buttonsOf(message).some(({ verb }) => verb === verbs.submit));
    return roots.map((root) => messages.find(({ rootId }) => rootId === root));
  };

  const openForms = async (plans: readonly Redelivery[]): Promise<Ready[]> => {
    const sayings = plans.map(({ wanted }) => ({ wanted, rest: '' }));
    const forms = await sayUntil(cluster, 'a form below each message', sayings, formsBelow);
    return plans.map((plan, n) => pressOn(plan, forms[n]?.rootId ?? '', forms[n]));
  };

  const approveAll = async (requests: readonly Waiting<Redelivery>[]): Promise<void> => {
    const client = await createDirectClient(cluster, cluster.now());
    const messages = await board();
    await Promise.all(
      requests.map(({ wish, id: change, root, card }, n) => {
        const approving = { ...wish, kind: 'approve' } as const;
        const { click } = pressOn(
          approving,
          root,
          messages.find(({ id }) => id === card),
          change,
        );
        return client.send({ ...click, id: `f:first-${wish.run}` }, n);
      }),
    );
    await waitUntilIdle(cluster, { gently: true });
  };

  const prepare = async (plans: readonly Redelivery[]): Promise<Ready[]> => {
    const waiting = await askFor(
      cluster,
      plans.filter(({ kind }) => kind !== 'submit'),
    );
    await approveAll(waiting.filter(({ wish }) => wish.kind === 'remove'));
    const forms = await openForms(plans.filter(({ kind }) => kind === 'submit'));
    const messages = await board();
    const cards = waiting.map(({ wish, id: change, root, card }) =>
      pressOn(
        wish,
        root,
        messages.find(({ id }) => id === card),
        change,
      ),
    );
    return [...forms, ...cards];
  };

  const deliver = async (client: DirectClient, { plan, click }: Ready): Promise<Pressed> => {
    const sends = plan.copies.map(
      ({ id, bot }) =>
        () =>
          client.send({ ...click, id: `f:press-${plan.run}-${id}` }, bot),
    );
    if (plan.atOnce) return { plan, answers: await Promise.all(sends.map((send) => send())) };
    const answers: Answered[] = [];
    for (const send of sends) answers.push(await send());
    return { plan, answers };
  };

  return {
    async press(plans: readonly Redelivery[]) {
      await freshBatch(cluster);
      const ready = await prepare(plans);
      const client = await createDirectClient(cluster, cluster.now());
      const pressed = await Promise.all(ready.map((one) => deliver(client, one)));
      await waitUntilIdle(cluster, { gently: true });
      const effects = await effectsOf(cluster, pressed);
      const stuck = await cluster.inStore(violations);
      await cluster.advance(PATIENCE_MS);
      await cluster.until('nothing waiting', () =>
        cluster.inStore(async (db) => {
          const left = await db.selectFrom('changes').select('id').where('state', '=', 'waiting').executeTakeFirst();
          return left === undefined;
        }),
      );
      return { stuck, effects: effects.map((effect, n) => ({ ...effect, run: pressed[n]?.plan.run ?? 0 })) };
    },
    end: () => cluster.end(),
  };
};

/** Every press comes once to four times, under one id or several, to one process or two: it counts once, and is always answered. */
export const redeliver = defineProof({
  name: 'redeliver',
  says: 'a press of each kind that arrives up to four times counts once',
  short: { runs: 10, seed: 4, on: 'sqlite' },
  runs: 1_000,
  together: (runs) => Math.min(50, runs),
  runsEach: 10,
  plan: (_dice, first, seed, { count }) => Array.from({ length: count }, (_, n) => redeliveryOf(seed, first + n, n)),
  world: ({ url }) => openRedeliverWorld(url),
  evidence: (world, plans) => world.press(plans),
  laws: {
    'the store is whole': ({ stuck }) => stuck,
    'each press counts once': ({ effects }) =>
      effects.flatMap(({ run, ...effect }) => effectViolations(effect).map((words) => ({ run, words }))),
  },
});
