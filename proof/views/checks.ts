import { verbs } from '../../src/engine/changes/card/card-buttons.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { type ButtonView, buttonsOf, pressData } from '../../test/support/card-view.ts';
import { idOf } from '../lib/policy-text.ts';
import { type CardJson, layoutProblems, sharedProblems, stateProblems, submitsOf } from './laws.ts';
import type { CardWorld } from './world.ts';

/** One card in the eyes of everybody. */
interface DrawnCard {
  readonly change: string;
  /** As it stands in the conversation. */
  readonly shared: CardJson;
  readonly views: readonly { readonly as: string; readonly card: CardJson }[];
  /** How many people are there. */
  readonly crowd: number;
}

/** What a person fills in beside a button. */
const answers = { shorter: '1 hour', reason: 'because' } as const;

const filledIn = (button: ButtonView): Record<string, unknown> => {
  const wanted = Object.entries(answers).filter(([name]) =>
    button.inputs.some(({ id }) => id === `${button.verb}.${name}`),
  );
  return pressData(button, Object.fromEntries(wanted));
};

const titlesOf = (card: CardJson): string =>
  buttonsOf({ cards: [card] })
    .map(({ title }) => title)
    .join(', ');

/** Every button of a card, pressed right after by somebody who sees it, with all put back between. */
const pressProblems = async (world: CardWorld, as: string, card: CardJson, what: string): Promise<string[]> => {
  const wrong: string[] = [];
  for (const button of buttonsOf({ cards: [card] })) {
    const press = () => world.press(as, button.verb, filledIn(button));
    // What only shows a view leaves all as it was.
    const pressed = await (button.verb === verbs.view ? press() : world.aside(press));
    if ('refused' in pressed) wrong.push(`${as} is refused “${button.title}” of ${what}: ${pressed.refused}`);
  }
  return wrong;
};

/** The button of the shared card brings the same view, in its place and in a client that shows no answers. */
const respondProblems = async (world: CardWorld, look: DrawnCard, as: string, view: CardJson): Promise<string[]> => {
  const [respond] = submitsOf(look.shared);
  if (!respond) return [];
  const { verb = '', ...data } = respond.data;
  const here = await world.press(as, String(verb), data);
  const inPlace = 'answer' in here && here.answer.kind === 'card' ? titlesOf(here.answer.card) : 'no card';
  await world.press(as, String(verb), data, 'older');
  const own = await world.database.db
    .selectFrom('deliveries')
    .select('target_kind')
    .where('target', '=', idOf(as))
    .execute();
  return [
    ...(inPlace === titlesOf(view) ? [] : [`${as} sees ${titlesOf(view)}, and gets ${inPlace} by pressing`]),
    ...(own.some(({ target_kind }) => target_kind === 'person') ? [] : [`an older client brings ${as} nothing`]),
  ];
};

/** In a large conversation only people of the policy get their view by itself; anybody else presses once more. */
const refreshProblems = (policy: Policy, { shared, views, crowd }: DrawnCard): string[] => {
  const { userIds = [] } = (shared['refresh'] ?? {}) as { userIds?: readonly string[] };
  const left = views.filter(
    ({ as, card }) =>
      (crowd <= 60 || policy.personByObjectId(idOf(as)) !== undefined) &&
      buttonsOf({ cards: [card] }).length > 0 &&
      !userIds.includes(`29:${idOf(as)}`),
  );
  return [
    ...(userIds.length > 60 ? [`${userIds.length} people get a view of their own`] : []),
    ...left.map(({ as }) => `${as} has buttons, and no view comes by itself`),
    ...(shared['refresh'] && crowd <= 60 && userIds.length !== crowd
      ? [`${userIds.length} of ${crowd} get theirs`]
      : []),
  ];
};

/** @returns what does not hold, in words */
export const cardProblems = async (world: CardWorld, look: DrawnCard): Promise<readonly string[]> => {
  const { shared, views } = look;
  const of = (what: string, wrong: readonly string[]): string[] => wrong.map((words) => `${what}: ${words}`);
  const wrong = [
    ...of('the shared card', [...layoutProblems(shared), ...sharedProblems(shared)]),
    ...refreshProblems(world.services.policy.current(), look),
    ...views.flatMap(({ as, card }) =>
      of(`the view of ${as}`, [...layoutProblems(card), ...stateProblems(shared, card)]),
    ),
  ];
  for (const { as, card } of views) {
    wrong.push(...(await pressProblems(world, as, card, 'their view')));
    wrong.push(...(await pressProblems(world, as, shared, 'the shared card')));
    wrong.push(...(await respondProblems(world, look, as, card)));
  }
  return wrong;
};
