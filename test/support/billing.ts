import type { Db } from '#platform/storage/database.ts';
import type { InvokeResult, MessageView } from '../../sandbox/teams/api.ts';
import type { PersonKey } from '../../sandbox/world.ts';
import '#features/billing/store.ts';
import '#engine/outbox/tables.ts';
import { buttonsOf, type Node, pressData } from './card-view.ts';
import { lookAt } from './own-views.ts';
import { channels, type Steward, wordsOf } from './steward.ts';
import { ask } from './story.ts';

/** A row of a list as a person sees it, with what pressing it sends. */
interface RowView {
  readonly words: string;
  readonly verb: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const pressable = (node: unknown): RowView[] => {
  if (typeof node !== 'object' || node === null) return [];
  const action = (node as Node)['selectAction'] as { verb: string; data: Record<string, unknown> } | undefined;
  return action ? [{ words: wordsOf({ cards: [node] }), ...action }] : Object.values(node).flatMap(pressable);
};

/** The rows of a card that can be pressed. */
export const rowsOf = ({ cards }: Pick<MessageView, 'cards'>): readonly RowView[] => cards.flatMap(pressable);

/** Waits until a card says this, as this person sees it. @throws Error with what it says instead */
export const says = async (s: Steward, as: PersonKey, card: MessageView, words: string): Promise<MessageView> => {
  let last = '';
  const look = async () => {
    const seen = await lookAt(s, as, card);
    last = wordsOf(seen);
    return last.includes(words) && seen;
  };
  return s.until(`“${words}”`, look).catch((error: Error) => {
    throw new Error(`${error.message}:\n${last}`);
  });
};

/** Says something about an invoice and gives its card once that says this. */
export const askInvoice = async (
  s: Steward,
  as: PersonKey,
  text: string,
  words: string,
  where: string = channels.finance,
): Promise<MessageView> => says(s, as, await ask(s, as, text, { where }), words);

/** Presses a button by its title, with what is typed into its fields. @throws Error when there is none */
export const pressTitled = async (
  s: Steward,
  as: PersonKey,
  card: MessageView,
  title: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<InvokeResult> => {
  const seen = await lookAt(s, as, card);
  const button = buttonsOf(seen).find((one) => one.title === title);
  if (!button) throw new Error(`no button ${title} on this card:\n${wordsOf(seen)}`);
  return s.teams.act(as, card.id, button.verb, pressData(button, fields));
};

/** Nothing is read and nothing is left to be said. What was read is told in one transaction, so the reading is looked at first. */
export const isAtRest = async (db: Db): Promise<boolean> => {
  const reading = await db.selectFrom('billing_reports').select('id').where('state', '=', 'reading').executeTakeFirst();
  const copy = await db.selectFrom('deliveries').select('id').where('state', '=', 'ready').executeTakeFirst();
  return copy === undefined && reading === undefined;
};
