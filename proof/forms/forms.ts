import type { MessageView } from '../../sandbox/teams/api.ts';
import { buttonsOf, fieldsOf, pressData } from '../../test/support/card-view.ts';
import { channels, wordsOf } from '../../test/support/steward.ts';
import { violations } from '../../test/support/store-invariants.ts';
import { ask } from '../../test/support/story.ts';
import { type Cluster, LEASES_OVER, openCluster } from '../cluster/cluster.ts';
import { oneLine } from '../deciding-button.ts';
import { readAnswer } from '../direct-client.ts';
import { defineProof } from '../lib/define-proof.ts';
import { redeliverUnanswered } from '../redeliver-unanswered.ts';
import { emptiedFields, requestsIn, violationsOf } from './invariants.ts';
import { type Filling, type Plan, planOf } from './plan.ts';

const RATES_OVER = 61_000;
/** More presses than any page may need: one that was lost, and one for each page that the answer was lost of. */
const MOST_PRESSES = 6;

/** A form in the hands of the person who fills it in. */
interface Sheet {
  readonly filling: Filling;
  /** Its message. */
  readonly form: string;
  /** The fields that were sent and answered with a card: nobody may have to type them again. */
  readonly taken: Set<string>;
}

/** Two people fill in the same form in one thread while the bot goes and comes back, over and over on one store. */
const openFormEnvironment = async (databaseUrl: string) => {
  const cluster = await openCluster({ databaseUrl });
  let bot = await cluster.startBot();

  const seenBy = async ({ filling: { who }, form }: Sheet): Promise<MessageView> => {
    const found = (await cluster.teams.messages(channels.general, who)).find(({ id }) => id === form);
    if (!found) throw new Error(`the form of ${who} is gone`);
    return found;
  };

  const submitOn = (card: MessageView) => buttonsOf(card).find(({ verb }) => verb === 'form.submit');

  /** Fills in what the page asks, but nothing twice, and sends it once. @returns what was taken and is asked for again, in words */
  const sendPage = async (sheet: Sheet): Promise<string[]> => {
    const { filling, form, taken } = sheet;
    const card = await seenBy(sheet);
    const button = submitOn(card);
    if (!button) return [];
    const asked = fieldsOf(card);
    const wrong = emptiedFields(filling, asked, taken);
    const typed = Object.entries(wordsFor(filling)).filter(
      ([name]) => !(taken.has(name) && asked[name]) && name in asked,
    );
    const press = pressData(button, Object.fromEntries(typed));
    const { status, body } = await cluster.teams.act(filling.who, form, 'form.submit', press);
    const answer = readAnswer({ status, body });
    if (answer && 'card' in answer) for (const [name] of typed) taken.add(name);
    return wrong;
  };

  const comeBack = async (plan: Plan): Promise<string[]> => {
    await cluster.advance(LEASES_OVER);
    bot = await cluster.startBot();
    return redeliverUnanswered(cluster, plan);
  };

  /** One page of one person; the bot goes before or in the middle of it where the plan says so. */
  const step = async (plan: Plan, index: number, sheet: Sheet): Promise<string[]> => {
    const { ending } = plan;
    if (index !== plan.at) return sendPage(sheet);
    if (ending.kind === 'in the middle') {
      await bot.arm({ moments: [ending.moment] });
      const wrong = await sendPage(sheet);
      const fell = !(await bot.survives());
      if (!fell) await bot.kill();
      return [...wrong, ...(await comeBack(plan)), ...(fell ? [] : [`the bot did not fall ${ending.where}`])];
    }
    await (ending.kind === 'drained between' ? bot.drain() : bot.kill());
    return [...(await comeBack(plan)), ...(await sendPage(sheet))];
  };

  /** Goes on as a person does: sends what they see until there is nothing to send. */
  const finish = async (sheet: Sheet): Promise<string[]> => {
    const { who, reason } = sheet.filling;
    const wrong: string[] = [];
    for (let press = 0; press < MOST_PRESSES; press += 1) {
      if (!submitOn(await seenBy(sheet))) return wrong;
      if ((await cluster.inStore((db) => requestsWith(db, reason))) > 0) return wrong;
      wrong.push(...(await sendPage(sheet)));
    }
    return [...wrong, `the form of ${who} asks again and again: ${oneLine(wordsOf(await seenBy(sheet)))}`];
  };

  const openForms = async ({ people: [first, second] }: Plan): Promise<readonly [Sheet, Sheet]> => {
    const one = await ask(cluster, first.who, 'request role');
    const root = one.rootId ?? one.id;
    const before = new Set((await cluster.teams.messages(channels.general)).map(({ id }) => id));
    await cluster.teams.say(second.who, channels.general, 'request role', { mention: true, root });
    const other = await cluster.until('a second form', async () =>
      (await cluster.teams.messages(channels.general)).find(
        ({ id, rootId, from }) => rootId === root && from.kind === 'bot' && !before.has(id),
      ),
    );
    return [
      { filling: first, form: one.id, taken: new Set() },
      { filling: second, form: other.id, taken: new Set() },
    ];
  };

  const fillIn = async (plan: Plan): Promise<string[]> => {
    await cluster.teams.forgetDelivered();
    await cluster.advance(RATES_OVER);
    const sheets = await openForms(plan);
    const wrong: string[] = [];
    for (const [index, whose] of plan.order.entries()) wrong.push(...(await step(plan, index, sheets[whose])));
    for (const sheet of sheets) wrong.push(...(await finish(sheet)));
    const asked = await cluster.inStore((db) => requestsIn(db, plan));
    wrong.push(...violationsOf(plan, asked), ...(await cluster.inStore(violations)));
    // What is open may be asked for once only: the next run may want the same.
    for (const { ref, reason } of asked) {
      const filling = plan.people.find((one) => one.reason === reason);
      if (filling) await ask(cluster, filling.who, `cancel request ${ref}`);
    }
    return wrong;
  };

  return { fillIn, end: () => cluster.end() };
};

const wordsFor = ({ role, place, days, reason }: Filling): Record<string, string> => ({
  role,
  place,
  duration: `${days} days`,
  reason,
});

const requestsWith = async (db: Parameters<Parameters<Cluster['inStore']>[0]>[0], reason: string): Promise<number> =>
  (await db.selectFrom('changes').select('id').where('terms_json', 'like', `%${reason}%`).execute()).length;

/** Two people in one thread, and each time the bot goes in the middle: nothing is mixed up, nothing is lost. */
export const forms = defineProof({
  name: 'forms',
  says: 'two people who fill in the same form while the bot restarts each get the request that they typed',
  short: { runs: 2, seed: 3, on: 'sqlite' },
  runs: 100,
  runsEach: 25,
  plan: (_dice, run, seed) => planOf(seed, run),
  at: ({ ending, at }) => `page ${at + 1}, ${'where' in ending ? ending.where : ending.kind}`,
  world: ({ url }) => openFormEnvironment(url),
  evidence: (world, plan) => world.fillIn(plan),
  laws: { 'each has what they typed': (wrong) => wrong },
});
