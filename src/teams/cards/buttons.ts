import { z } from 'zod';
import { cut } from '#platform/lib/text.ts';
import type { CardJson } from './define-card.ts';
import { button } from './view.ts';

/** The most buttons on a card; Teams shows the others in its menu. */
export const MOST_VISIBLE = 3;

/** Where a button stands: on the card, or in its menu. */
export const buttonMode = z.enum(['primary', 'secondary']);

export const buttonStyle = z.enum(['default', 'positive', 'destructive']);

/** A button with its place and its weight, for a template's `mode` and `style`; one primary button for each card. */
export const placedButton = button.and(z.object({ style: buttonStyle, mode: buttonMode }));
export type PlacedButton = z.input<typeof placedButton>;

/** The first of a list stand on the card, as many as there is room for; the others are in its menu. */
export const visibleFirst = <T>(
  list: readonly T[],
  room: number = MOST_VISIBLE,
): (T & { readonly mode: z.infer<typeof buttonMode> })[] =>
  list.map((one, index) => ({ ...one, mode: index < room ? 'primary' : 'secondary' }));

/** A list's buttons, the most important first, with the place of each. */
export const placedButtons = z.array(button).transform((buttons) => visibleFirst(buttons));

type Unplaced = z.input<typeof button> & { readonly style?: PlacedButton['style'] };

/** Places a card's buttons, the most important first. */
export const placeButtons = (buttons: readonly Unplaced[]): PlacedButton[] =>
  visibleFirst(buttons.map((one) => ({ ...one, style: one.style ?? 'default' })));

/** Verb of a button that sends a command for the person who presses it, with the same rights as typing it. */
export const COMMAND_BUTTON = 'say';

/** The longest command of a button. */
export const LONGEST_COMMAND = 1_000;

/** The longest title of a button. */
const LONGEST_TITLE = 60;

/** A button that sends a command; the answer is a new message. */
export const commandButton = (title: string, text: string = title) => ({
  ...commandSentence(text),
  title: cut(title, LONGEST_TITLE),
});

/** A line with a whole command, which sends it. */
export const commandSentence = (text: string) => ({ title: text, verb: COMMAND_BUTTON, data: { text } });

/** What pressing a button sends. */
export interface ButtonPress {
  readonly verb: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Who sees a card's buttons, and in what kind of conversation. */
export interface ViewContext {
  /** `SHARED` for the card that several people see. */
  readonly who: { readonly objectId: string };
  readonly where: { readonly kind: 'personal' | 'channel' | 'group' };
}

export type PressRule = (viewer: ViewContext) => boolean;

/** The viewer of a shared card, unknown to the policy: what they may press, everybody may. */
export const SHARED = '';

/** Asks for the viewer's own view of a card: its copy's subject, or the press that draws it. */
export const VIEW = 'card.view';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Older clients and dialogs send the verb among the data. */
const pressOf = ({ type, verb, data }: Node): ButtonPress | undefined => {
  if (!isNode(data) || (type !== 'Action.Execute' && type !== 'Action.Submit')) return undefined;
  const { verb: own, msteams: _client, ...rest } = data;
  return { verb: String(type === 'Action.Execute' ? verb : own), data: rest };
};

/** The card without the buttons whose press would be refused, and fields without one. @returns with what the hidden buttons send */
export const withoutRefused = (
  card: CardJson,
  accepts: (press: ButtonPress) => boolean,
): { readonly card: CardJson; readonly hidden: readonly ButtonPress[] } => {
  if (!hasRefused(card, accepts)) return { card, hidden: [] };
  const hidden: ButtonPress[] = [];
  let left = 0;
  const isHidden = (node: Node): boolean => {
    const press = pressOf(node);
    if (press === undefined) return false;
    if (accepts(press)) left += 1;
    else hidden.push(press);
    return hidden.at(-1) === press;
  };
  const pruned = prune(card, isHidden);
  if (!isNode(pruned)) return { card, hidden };
  const kept = left === 0 ? prune(pruned, ({ type }) => String(type).startsWith('Input.')) : pruned;
  return { card: isNode(kept) ? withSomeVisible(kept) : card, hidden };
};

/** What holds no button of the card. */
const AS_IT_IS: ReadonlySet<string> = new Set(['data', 'fallback', 'refresh']);

/** Most cards have nothing to hide: to look is cheaper than to make them anew. */
const hasRefused = (node: unknown, accepts: (press: ButtonPress) => boolean): boolean => {
  if (Array.isArray(node)) return node.some((each) => hasRefused(each, accepts));
  if (!isNode(node)) return false;
  const press = pressOf(node);
  if (press !== undefined && !accepts(press)) return true;
  for (const name in node) if (!AS_IT_IS.has(name) && hasRefused(node[name], accepts)) return true;
  return false;
};

/** Without the nodes that are hidden, and without what held nothing else. What has nothing hidden is the same object. */
const prune = (node: unknown, isHidden: (node: Node) => boolean): unknown => {
  if (Array.isArray(node)) {
    const left = node.map((each) => prune(each, isHidden));
    return left.every((each, index) => each === node[index]) ? node : left.filter((each) => each !== undefined);
  }
  if (!isNode(node)) return node;
  if (isHidden(node)) return undefined;
  let pruned: Record<string, unknown> | undefined;
  for (const name in node) {
    const left = AS_IT_IS.has(name) ? node[name] : prune(node[name], isHidden);
    if (left === node[name]) continue;
    pruned ??= { ...node };
    if (left === undefined) delete pruned[name];
    else pruned[name] = left;
  }
  if (pruned === undefined) return node;
  if (isEmptied(node, pruned)) return undefined;
  const isShut = 'selectAction' in node && !('selectAction' in pruned);
  return isShut && Array.isArray(pruned['columns'])
    ? { ...pruned, columns: pruned['columns'].filter((column) => !isChevron(column)) }
    : pruned;
};

/** The mark of a row that is pressed as a whole. */
const isChevron = (column: unknown): boolean =>
  isNode(column) &&
  Array.isArray(column['items']) &&
  column['items'].every((item) => isNode(item) && item['text'] === '›');

const isEmptied = ({ type, actions, items }: Node, pruned: Node): boolean => {
  const lost = (before: unknown, after: unknown): boolean =>
    Array.isArray(before) && before.length > 0 && Array.isArray(after) && after.length === 0;
  if (type === 'Action.ShowCard') return isNode(pruned['card']) && lost([0], pruned['card']['actions']);
  if (type === 'ActionSet') return lost(actions, pruned['actions']);
  return (type === 'Container' || type === 'Column') && lost(items, pruned['items']);
};

/** A card with nothing but a menu shows what is in it. */
const withSomeVisible = (card: Node): Node => {
  const actions = actionsOf(card);
  if (actions.some(({ mode }) => mode !== 'secondary')) return card;
  const visible = actions.map((action, index) => (index < MOST_VISIBLE ? { ...action, mode: 'primary' } : action));
  return actions.length === 0 ? card : { ...card, actions: visible };
};

const actionsOf = ({ actions }: Node): readonly Node[] => (Array.isArray(actions) ? actions.filter(isNode) : []);

/** The card with one more button, the last one, which brings its presser their own view. */
export const withViewButton = (card: CardJson, title: string, data: ButtonPress['data']): CardJson => {
  const actions = actionsOf(card);
  const visible = actions.filter(({ mode }) => mode !== 'secondary').length;
  const placed = { title, mode: visible < MOST_VISIBLE ? 'primary' : 'secondary' };
  const fallback = { type: 'Action.Submit', ...placed, data: { verb: VIEW, ...data } };
  const button = { type: 'Action.Execute', ...placed, verb: VIEW, data, fallback };
  const [before, after] = [actions.slice(0, visible), actions.slice(visible)];
  return { ...card, actions: placed.mode === 'primary' ? [...before, button, ...after] : [...actions, button] };
};
