import type { TurnContext } from 'botbuilder-core';
import type { Answer, Turn } from '../../../src/bot/turn/turn.ts';
import { AppError } from '../../../src/platform/lib/errors.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { loadTexts } from '../../../src/platform/texts/texts.ts';
import { type ButtonPress, VIEW, withoutRefused } from '../../../src/teams/cards/buttons.ts';
import { turnOf } from '../../../test/support/turn.ts';
import { HERE, idOf } from '../../lib/policy-text.ts';
import { type CardJson, layoutProblems, postShared, stateProblems, viewers } from '../laws.ts';
import { type KindPlan, type ListKind, listKinds, type PostedKind, postedKinds } from './plan.ts';
import { post } from './post.ts';
import type { KindWorld } from './world.ts';

/** Whose card is drawn for whom: a test of the proof spoils it. */
export type Spoil = (card: CardJson, as: string | undefined) => CardJson;

const words = loadTexts().for('en');

/** A card in the eyes of everybody. */
interface DrawnKind {
  /** As it stands in the conversation. */
  readonly shared: CardJson;
  /** What each person's client shows: their own view where it asks for one by itself. */
  readonly views: ReadonlyMap<string, CardJson>;
  /** Each person's card before any button was taken away. */
  readonly whole: ReadonlyMap<string, CardJson>;
}

const turnAs = (as: string, more: Partial<Turn> = {}): Turn =>
  turnOf({
    who: { objectId: idOf(as), tenantId: 'tenant', name: as, teamsId: `29:${idOf(as)}` },
    where: { conversationId: HERE, kind: 'channel' },
    source: randomIds.opaque(),
    ...more,
  });

/** What a person fills in beside a button. */
const FILLED_IN: Readonly<Record<string, object>> = { 'translation.from': { from: 'fr' } };

/** No card and no form of the proof uses it. */
const nowhere = { sendActivity: async () => undefined } as unknown as TurnContext;
const pressed = { conversationId: HERE, activityId: 'm1' };

/** What a press came to: the answer, or the refusal in words. */
const press = async (
  { dispatcher, clock }: KindWorld,
  as: string,
  { verb, data }: ButtonPress,
  more: { readonly automatic?: true; readonly client?: 'older' } = {},
): Promise<Answer | string> => {
  const { client, ...how } = more;
  // A press waits a moment for what takes longer.
  const passing = setInterval(() => clock.advance(200), 2);
  try {
    const filled = { ...FILLED_IN[verb], ...data };
    const answer = await dispatcher.press(nowhere, turnAs(as, client ? {} : { pressed }), {
      verb,
      data: filled,
      ...how,
    });
    return answer.kind === 'text' && REFUSED.test(answer.text) ? answer.text : answer;
  } catch (error) {
    if (error instanceof AppError) return error.textKey;
    throw error;
  } finally {
    clearInterval(passing);
  }
};

const REFUSED =
  /\.refused|notYours|notAllowed|noOffer|\.nothing$|nobody|details\.who$|elsewhere|gone$|unknown$|which$|^billing\.why/;

const pressesOf = (card: CardJson): ButtonPress[] => [...withoutRefused(card, () => false).hidden];
const nameOf = ({ verb, data }: ButtonPress): string => `${verb} ${JSON.stringify(data)}`;

const drawPosted = async (world: KindWorld, kind: PostedKind, plan: KindPlan): Promise<DrawnKind> => {
  const { subject, variant } = await post(world, kind, plan);
  const drawn = await world.outbox.render(subject, variant, words);
  if (!drawn) throw new Error('the card is gone');
  const crowd = [
    ...viewers.map(idOf),
    ...Array.from({ length: plan.crowd - viewers.length }, (_, n) => `someone-${n}`),
  ];
  const shared = await postShared(drawn, crowd);
  const views = new Map<string, CardJson>();
  const whole = new Map<string, CardJson>();
  const [name = '', id = ''] = subject.split(':');
  for (const as of viewers) {
    const own = drawn.views
      ? await press(world, as, { verb: VIEW, data: { of: subject, face: variant } }, { automatic: true })
      : undefined;
    if (typeof own === 'string' || own?.kind === 'text') throw new Error(`${as} gets no view: ${JSON.stringify(own)}`);
    views.set(as, own?.kind === 'card' ? own.card : shared);
    const all = await world.renderers.get(name)?.render(id, variant, words, { objectId: idOf(as) });
    if (all) whole.set(as, all.card);
  }
  return { shared, views, whole };
};

/** @returns undefined where nobody may see the list */
const drawList = async (world: KindWorld, kind: ListKind, plan: KindPlan): Promise<DrawnKind | undefined> => {
  for (const as of plan.askers) {
    const turn = turnAs(as, { text: listKinds[kind] });
    const answer = await world.dispatcher.text(nowhere, turn).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    if (answer?.kind !== 'card' || !answer.view) continue;
    const { verb, data } = answer.view;
    const action = world.registry.action(verb);
    const raw = await action?.handle(turn, action.data.parse(data), world.services);
    const { action: refresh } = (answer.card['refresh'] ?? {}) as { action?: ButtonPress };
    const own = refresh ? await press(world, as, refresh, { automatic: true }) : answer;
    if (typeof own === 'string' || own.kind !== 'card') throw new Error(`${as} gets no view: ${JSON.stringify(own)}`);
    return {
      shared: answer.card,
      views: new Map([[as, own.card]]),
      whole: new Map(raw?.kind === 'card' ? [[as, raw.card]] : []),
    };
  }
  return undefined;
};

/** Whatever somebody sees is taken when they press it, and what is taken from them would be refused. */
const pressProblems = async (world: KindWorld, as: string, { shared, views, whole }: DrawnKind): Promise<string[]> => {
  const own = views.get(as) ?? shared;
  const [seen, missing] = [pressesOf(own), new Set(pressesOf(whole.get(as) ?? own).map(nameOf))];
  for (const one of seen) missing.delete(nameOf(one));
  const wrong: string[] = [];
  const all = new Map([...seen, ...pressesOf(shared)].map((one) => [nameOf(one), one]));
  for (const [name, one] of all) {
    if (one.verb === VIEW) continue;
    const answer = await world.aside(() => press(world, as, one));
    if (typeof answer === 'string') wrong.push(`${as} is refused ${name}: ${answer}`);
  }
  for (const one of pressesOf(whole.get(as) ?? own).filter((each) => missing.has(nameOf(each)))) {
    const answer = await world.aside(() => press(world, as, one));
    if (typeof answer !== 'string') wrong.push(`${as} may press ${nameOf(one)}, and does not see it`);
  }
  return wrong;
};

/** The shared card's last button brings the same view, in its place; a client that shows no answers says so. */
const moreProblems = async (world: KindWorld, as: string, { shared, views }: DrawnKind): Promise<string[]> => {
  const more = pressesOf(shared).find(({ verb }) => verb === VIEW);
  if (!more) return [];
  const own = views.get(as);
  const [expected, plain] = [own && pressesOf(own).map(nameOf), pressesOf(shared).filter(({ verb }) => verb !== VIEW)];
  const answer = await press(world, as, more);
  const older = await press(world, as, more, { client: 'older' });
  const brought = typeof answer === 'object' && answer.kind === 'card' ? pressesOf(answer.card).map(nameOf) : undefined;
  const wants = expected !== undefined && expected.length > plain.length;
  return [
    ...(typeof older === 'object' && older.kind === 'text'
      ? []
      : [`an older client shows ${as} ${JSON.stringify(older)}`]),
    ...(wants && String(brought) !== String(expected)
      ? [`${as} sees ${expected}, and gets ${brought} by pressing`]
      : []),
    ...(expected && !wants && (brought ?? expected).length > expected.length
      ? [`${as} has nothing more, and gets ${brought}`]
      : []),
  ];
};

/** Whoever has more than the shared card gets it by itself, if the policy names them or the conversation is small. */
const refreshProblems = ({ shared, views }: DrawnKind, crowd: number): string[] => {
  const { userIds = [] } = (shared['refresh'] ?? {}) as { userIds?: readonly string[] };
  const common = pressesOf(shared).filter(({ verb }) => verb !== VIEW).length;
  const left = [...views].filter(
    ([as, card]) =>
      (crowd <= 60 || as !== 'zoe') && pressesOf(card).length > common && !userIds.includes(`29:${idOf(as)}`),
  );
  return [
    ...(userIds.length > 60 ? [`${userIds.length} people get a view of their own`] : []),
    ...left.map(([as]) => `${as} has buttons, and no view comes by itself`),
  ];
};

const guestProblems = async (world: KindWorld, { shared }: DrawnKind): Promise<string[]> => {
  const { action } = (shared['refresh'] ?? {}) as { action?: ButtonPress };
  if (!action || !('of' in action.data)) return [];
  const { verb, data } = action;
  const answer = await world.dispatcher.withoutButtons(turnAs('gus', { pressed }), { verb, data, automatic: true });
  if (answer.kind !== 'card') return ['a guest gets no view'];
  return [
    ...pressesOf(answer.card).map((one) => `a guest sees ${nameOf(one)}`),
    ...stateProblems({ ...shared, actions: [] }, answer.card),
  ];
};

/** An incident's menu is long. */
const MOST_ACTIONS = 9;

const isPosted = (kind: KindPlan['kind']): kind is PostedKind => postedKinds.some((one) => one === kind);

/** Brings one card about and looks at it in everybody's place. @returns what does not hold, in words */
export const kindProblems = async (
  world: KindWorld,
  plan: KindPlan,
  spoil: Spoil = (card) => card,
): Promise<readonly string[]> => {
  await world.forget();
  world.begin(plan);
  const { kind } = plan;
  const drawn = isPosted(kind) ? await drawPosted(world, kind, plan) : await drawList(world, kind, plan);
  if (!drawn) return [];
  const { views, whole } = drawn;
  const look: DrawnKind = {
    shared: spoil(drawn.shared, undefined),
    views: new Map([...views].map(([as, card]) => [as, spoil(card, as)])),
    whole,
  };
  const wrong = [
    ...layoutProblems(look.shared, MOST_ACTIONS).map((problem) => `the shared card: ${problem}`),
    ...refreshProblems(look, plan.crowd),
    ...(await guestProblems(world, look)),
  ];
  for (const as of viewers) {
    const own = look.views.get(as);
    if (own) wrong.push(...stateProblems(look.shared, own).map((problem) => `the view of ${as}: ${problem}`));
  }
  for (const as of new Set([...plan.pressers, ...plan.askers.slice(0, 1)])) {
    wrong.push(...(await pressProblems(world, as, look)), ...(await moreProblems(world, as, look)));
  }
  return wrong.map((problem) => `${kind}: ${problem}`);
};
