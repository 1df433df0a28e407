import type { MessageView } from '../../sandbox/teams/api.ts';

/** A field of a card as a person sees it. */
interface InputView {
  readonly id: string;
  readonly value: string;
  readonly choices: readonly string[];
}

/** A button of a card with what pressing it sends. */
export interface ButtonView {
  readonly title: string;
  readonly verb: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly inputs: readonly InputView[];
}

/** A part of a card. */
export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Every part of a card that has a type, at any depth. */
export const partsOf = (node: unknown): Node[] =>
  typeof node === 'object' && node !== null
    ? [...('type' in node ? [node as Node] : []), ...Object.values(node).flatMap(partsOf)]
    : [];

/** Everything on a card but what opens only on a press. */
const flat = (node: Node): Node[] => [
  node,
  ...[node['body'], node['items'], node['columns'], node['actions'], [node['selectAction']]]
    .flatMap(nodesOf)
    .flatMap(flat),
];

const inputsOf = (card: Node): InputView[] =>
  flat(card)
    .filter(({ type }) => text(type).startsWith('Input.'))
    .map(({ id, value, choices }) => ({
      id: text(id),
      value: text(value),
      choices: nodesOf(choices).map((choice) => text(choice['value'])),
    }));

const buttonsOn = (card: Node, above: readonly InputView[]): ButtonView[] => {
  const inputs = [...above, ...inputsOf(card)];
  return flat(card).flatMap((node) => {
    if (node['type'] === 'Action.ShowCard' && isNode(node['card'])) return buttonsOn(node['card'], inputs);
    if (node['type'] !== 'Action.Execute') return [];
    const data = isNode(node['data']) ? node['data'] : {};
    const title = text(node['title']);
    return [{ title, verb: text(node['verb']), data, inputs: node['associatedInputs'] === 'none' ? [] : inputs }];
  });
};

/** All buttons of a message, those behind another button too. */
export const buttonsOf = (message: Pick<MessageView, 'cards'>): ButtonView[] =>
  message.cards.filter(isNode).flatMap((card) => buttonsOn(card, []));

/** All fields of a message by their ids, with what stands in them. */
export const fieldsOf = (message: Pick<MessageView, 'cards'>): Record<string, string> =>
  Object.fromEntries(
    message.cards
      .filter(isNode)
      .flatMap(inputsOf)
      .map(({ id, value }) => [id, value]),
  );

/** The addresses that a message's cards lead to. */
export const linksOf = (message: Pick<MessageView, 'cards'>): string[] =>
  message.cards
    .filter(isNode)
    .flatMap(flat)
    .filter(({ type }) => type === 'Action.OpenUrl')
    .map(({ url }) => text(url));

/**
 * What the client sends when a person fills in some fields and presses: what is empty stays away. A field may be named
 * without the verb in front of it.
 * @throws Error for a field that the button does not send
 */
export const pressData = (button: ButtonView, typed: Readonly<Record<string, string>>): Record<string, unknown> => {
  const ids = button.inputs.map(({ id }) => id);
  const named = Object.entries(typed).map(([name, value]) => {
    const id = [name, `${button.verb}.${name}`].find((candidate) => ids.includes(candidate));
    if (id === undefined) throw new Error(`“${button.title}” sends no field ${name}, only ${ids.join(', ')}`);
    return [id, value] as const;
  });
  const all = {
    ...Object.fromEntries(button.inputs.map(({ id, value }) => [id, value])),
    ...Object.fromEntries(named),
  };
  return { ...button.data, ...Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')) };
};
