import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageView } from '../../../src/sandbox/teams/api.ts';
import { buttonsOf, fieldsOf, pressData } from '../../support/card-view.ts';
import type { Store } from '../../support/database.ts';
import { channels, wordsOf } from '../../support/steward.ts';
import { breaches } from '../../support/store-laws.ts';
import { ask } from '../../support/story.ts';
import { type Fleet, LEASES_OVER, openFleet } from '../fleet/fleet.ts';
import type { Stage } from '../lanes.ts';
import { askedIn, brokenLaws } from './laws.ts';
import { type Filling, type Plan, planOf } from './plan.ts';

/** From the answer that never came to the news that the process is gone. */
const FALL_MS = 2_000;
const RATES_OVER = 61_000;
/** More presses than any page may need: one that was lost, and one for each page that the answer was lost of. */
const MOST_PRESSES = 6;

/** Two people fill in the same form in one thread while the bot goes and comes back, over and over on one store. */
export const openFormStage = async (
  store: Store,
  options: { readonly seed: number; complain(run: number, plan: Plan, words: string): void },
): Promise<Stage> => {
  const fleet = await openFleet({ databaseUrl: store.url });
  let bot = await fleet.startBot();
  await fleet.teams.install();

  const seenBy = async ({ who }: Filling, form: string): Promise<MessageView> => {
    const found = (await fleet.teams.messages(channels.general, who)).find(({ id }) => id === form);
    if (!found) throw new Error(`the form of ${who} is gone`);
    return found;
  };

  const submitOn = (card: MessageView) => buttonsOf(card).find(({ verb }) => verb === 'form.submit');

  /** Fills in what the page asks and sends it once. @returns whether it was answered */
  const sendPage = async (filling: Filling, form: string): Promise<boolean> => {
    const card = await seenBy(filling, form);
    const button = submitOn(card);
    if (!button) return true;
    const asked = new Set(Object.keys(fieldsOf(card)));
    const typed = Object.entries(wordsFor(filling)).filter(([name]) => asked.has(name));
    const { status } = await fleet.teams.act(
      filling.who,
      form,
      'form.submit',
      pressData(button, Object.fromEntries(typed)),
    );
    return status === 200;
  };

  /** Teams hands over again what got no answer: once or twice, under its id or a new one. */
  const handAgain = async ({ dice }: Plan): Promise<void> => {
    const unanswered = (await fleet.teams.handed()).filter(({ status }) => status === 0);
    for (const { activity } of unanswered) {
      const newId = dice.oneIn(2);
      for (let time = 0; time < dice.pick([0, 1, 2]); time += 1) {
        await fleet.teams.deliver(newId ? { ...activity, id: `${activity.id}-${time}` } : activity);
      }
    }
  };

  const comeBack = async (plan: Plan): Promise<void> => {
    await fleet.advance(LEASES_OVER);
    bot = await fleet.startBot();
    await handAgain(plan);
  };

  /** One page of one person; the bot goes before or in the middle of it where the plan says so. */
  const step = async (plan: Plan, index: number, forms: readonly [string, string]): Promise<string[]> => {
    const which = plan.order[index] ?? 0;
    const [filling, form] = [plan.people[which], forms[which]];
    if (index !== plan.at) {
      await sendPage(filling, form);
      return [];
    }
    const { ending } = plan;
    if (ending.kind === 'in the middle') {
      await bot.arm({ moments: [ending.moment] });
      await sendPage(filling, form);
      const fell = await Promise.race([bot.fell.then(() => true), sleep(FALL_MS, false)]);
      if (!fell) await bot.kill();
      await comeBack(plan);
      return fell ? [] : [`the bot did not fall ${ending.where}`];
    }
    await (ending.kind === 'drained between' ? bot.drain() : bot.kill());
    await comeBack(plan);
    await sendPage(filling, form);
    return [];
  };

  /** Goes on as a person does: sends what they see until there is nothing to send. A page that was answered is not asked again. */
  const finish = async (filling: Filling, form: string): Promise<string[]> => {
    for (let press = 0; press < MOST_PRESSES; press += 1) {
      const card = await seenBy(filling, form);
      if (!submitOn(card)) return [];
      if ((await fleet.inStore((db) => requestsWith(db, filling.reason))) > 0) return [];
      await sendPage(filling, form);
    }
    const says = wordsOf(await seenBy(filling, form)).replaceAll('\n', ' · ');
    return [`the form of ${filling.who} asks again and again: ${says}`];
  };

  const openForms = async ({ people: [first, second] }: Plan): Promise<[string, string]> => {
    const one = await ask(fleet, first.who, 'request role');
    const root = one.rootId ?? one.id;
    const before = new Set((await fleet.teams.messages(channels.general)).map(({ id }) => id));
    await fleet.teams.say(second.who, channels.general, 'request role', { mention: true, root });
    const other = await fleet.until('a second form', async () =>
      (await fleet.teams.messages(channels.general)).find(
        ({ id, rootId, from }) => rootId === root && from.kind === 'bot' && !before.has(id),
      ),
    );
    return [one.id, other.id];
  };

  const story = async (plan: Plan): Promise<string[]> => {
    await fleet.teams.forget();
    await fleet.advance(RATES_OVER);
    const forms = await openForms(plan);
    const wrong: string[] = [];
    for (const index of plan.order.keys()) wrong.push(...(await step(plan, index, forms)));
    for (const which of [0, 1] as const) wrong.push(...(await finish(plan.people[which], forms[which])));
    const asked = await fleet.inStore((db) => askedIn(db, plan));
    wrong.push(...brokenLaws(plan, asked), ...(await fleet.inStore(breaches)));
    // What is open may be asked for once only: the next run may want the same.
    for (const { ref, reason } of asked) {
      const filling = plan.people.find((one) => one.reason === reason);
      if (filling) await ask(fleet, filling.who, `cancel request ${ref}`);
    }
    return wrong;
  };

  return {
    async run(run) {
      const plan = planOf(options.seed, run);
      const wrong = await story(plan).catch((error: Error) => [error.message]);
      for (const words of wrong) options.complain(run, plan, words);
      return wrong.length === 0;
    },
    end: () => fleet.end(),
  };
};

const wordsFor = ({ role, place, days, reason }: Filling): Record<string, string> => ({
  what: `${place}/${role}`,
  duration: `${days} days`,
  reason,
});

const requestsWith = async (db: Parameters<Parameters<Fleet['inStore']>[0]>[0], reason: string): Promise<number> =>
  (await db.selectFrom('changes').select('id').where('terms_json', 'like', `%${reason}%`).execute()).length;
