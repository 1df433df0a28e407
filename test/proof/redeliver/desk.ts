import type { MessageView } from '../../../src/sandbox/teams/api.ts';
import { people, type SandboxPerson } from '../../../src/sandbox/world.ts';
import { buttonsOf, pressData } from '../../support/card-view.ts';
import { channels } from '../../support/steward.ts';
import { breaches } from '../../support/store-laws.ts';
import { type Answered, type Click, type Door, openDoor } from '../door.ts';
import { openFleet } from '../fleet/fleet.ts';
import { jury, juryPolicy, PATIENCE_MS } from '../jury.ts';
import { askFor, freshWave, LENGTH, sayUntil, type Waiting } from '../requests.ts';
import { comeToRest } from '../rest.ts';
import type { WaveStage } from '../waves.ts';
import { effectsOf, type Pressed, whyOf } from './evidence.ts';
import { brokenEffectLaws } from './laws.ts';
import type { Redelivery } from './plan.ts';

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

/** Two processes of the bot on one store; in each wave all cards are made, then all presses come, then all comes to rest. */
export const openDesk = async (databaseUrl: string): Promise<WaveStage<Redelivery>> => {
  const fleet = await openFleet({ databaseUrl, policy: juryPolicy, pollMs: 100 });
  await fleet.startBot();
  await fleet.startBot();
  await fleet.teams.install();
  const board = (): Promise<MessageView[]> => fleet.teams.messages(channels.approvals);

  const presser = ({ kind, wanted, run }: Redelivery): SandboxPerson =>
    kind === 'approve' || kind === 'deny' ? (jury[run % jury.length] as SandboxPerson) : people[wanted.asker];

  /** What the person's client would send for the button on this card. */
  const pressOn = (plan: Redelivery, root: string, card: MessageView | undefined, change = ''): Ready => {
    const verb = verbs[plan.kind];
    const button = card && buttonsOf(card).find((candidate) => candidate.verb === verb);
    if (!card || (!button && plan.kind !== 'cancel')) {
      throw new Error(`no button ${verb} for press ${plan.run}, its card: ${JSON.stringify(card?.cards)}`);
    }
    const data = button ? pressData(button, fieldsOf(plan)) : { change, terms: 1 };
    return { plan, click: { person: presser(plan), on: { channel: 'approvals', root, card: card.id }, verb, data } };
  };

  /** A busy channel may have room for a form only some time later. */
  const formsBelow = async (roots: readonly string[]): Promise<(MessageView | undefined)[]> => {
    const messages = (await board()).filter((message) => buttonsOf(message).some(({ verb }) => verb === verbs.submit));
    return roots.map((root) => messages.find(({ rootId }) => rootId === root));
  };

  const openForms = async (plans: readonly Redelivery[]): Promise<Ready[]> => {
    const sayings = plans.map(({ wanted }) => ({ wanted, rest: '' }));
    const forms = await sayUntil(fleet, 'a form below each message', sayings, formsBelow);
    return plans.map((plan, n) => pressOn(plan, forms[n]?.rootId ?? '', forms[n]));
  };

  const approveAll = async (requests: readonly Waiting<Redelivery>[]): Promise<void> => {
    const door = await openDoor(fleet, fleet.now());
    const messages = await board();
    await Promise.all(
      requests.map(({ wish, root, card }, n) => {
        const approving = { ...wish, kind: 'approve' } as const;
        const { click } = pressOn(
          approving,
          root,
          messages.find(({ id }) => id === card),
        );
        return door.send({ ...click, id: `f:first-${wish.run}` }, n);
      }),
    );
    await comeToRest(fleet, { gently: true });
  };

  const prepare = async (plans: readonly Redelivery[]): Promise<Ready[]> => {
    const waiting = await askFor(
      fleet,
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

  const deliver = async (door: Door, { plan, click }: Ready): Promise<Pressed> => {
    const sends = plan.copies.map(
      ({ id, bot }) =>
        () =>
          door.send({ ...click, id: `f:press-${plan.run}-${id}` }, bot),
    );
    if (plan.atOnce) return { plan, answers: await Promise.all(sends.map((send) => send())) };
    const answers: Answered[] = [];
    for (const send of sends) answers.push(await send());
    return { plan, answers };
  };

  return {
    async wave(plans) {
      await freshWave(fleet);
      const ready = await prepare(plans);
      const door = await openDoor(fleet, fleet.now());
      const pressed = await Promise.all(ready.map((one) => deliver(door, one)));
      await comeToRest(fleet, { gently: true });
      const effects = await effectsOf(fleet, pressed);
      const stuck = await fleet.inStore(breaches);
      await fleet.advance(PATIENCE_MS);
      await fleet.until('nothing waiting', () =>
        fleet.inStore(async (db) => {
          const left = await db.selectFrom('changes').select('id').where('state', '=', 'waiting').executeTakeFirst();
          return left === undefined;
        }),
      );
      return [
        ...stuck.map((words) => ({ run: plans[0]?.run ?? 0, words })),
        ...pressed.flatMap(({ plan: { run } }, n) =>
          effects.slice(n, n + 1).flatMap((effect) => brokenEffectLaws(effect).map((words) => ({ run, words }))),
        ),
      ];
    },
    end: () => fleet.end(),
  };
};
