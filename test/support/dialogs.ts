import type { DialogAnswer, DialogSource, MessageView } from '../../sandbox/teams/api.ts';
import type { AnyPersonKey } from '../../sandbox/world.ts';
import { fieldsOf, type Node, partsOf } from './card-view.ts';
import { lookAt } from './own-views.ts';
import { type Steward, wordsOf } from './steward.ts';
import { plain } from './story.ts';

/** A Teams dialog that stands open before a person. */
export interface OpenDialog {
  readonly source: DialogSource;
  readonly title: string;
  readonly card: Node;
}

/** The Action.Submit buttons of a card, which its fallbacks for older clients are not. */
const submitsOf = (card: unknown): Node[] =>
  partsOf(card).flatMap(({ type, data }) => (type === 'Action.Submit' ? [data as Node] : []));

export const asDialog = (source: DialogSource, answer: DialogAnswer): OpenDialog => {
  if (answer.kind !== 'card') throw new Error(`no card in the dialog but ${JSON.stringify(answer)}`);
  return { source, title: answer.title, card: answer.card as Node };
};

/** What a dialog ended with. @throws Error when it goes on */
export const lastWord = (answer: DialogAnswer): string => {
  if (answer.kind !== 'message') throw new Error(`no message but ${JSON.stringify(answer)}`);
  return answer.text;
};

export const menuSource = (message: string, command = 'requestRole'): DialogSource => ({
  kind: 'messageAction',
  command,
  message,
});

/** “Request a role with Steward” in the menu of a message, or another entry of it by its command. */
export const fromMenu = async (s: Steward, as: AnyPersonKey, message: string, command?: string): Promise<OpenDialog> =>
  asDialog(menuSource(message, command), await s.teams.openDialog(as, menuSource(message, command)));

/** What a card's button sends that opens a dialog. */
const cardSource = (message: MessageView, wanted: string): DialogSource => {
  const data = message.cards.flatMap(submitsOf).find(({ verb, msteams }) => verb === wanted && msteams !== undefined);
  if (!data) throw new Error(`this card opens no ${wanted}:\n${wordsOf(message)}`);
  return { kind: 'card', message: message.id, data };
};

/** The dialog that a card's button of this verb opens. */
export const fromCard = async (
  s: Steward,
  as: AnyPersonKey,
  message: MessageView,
  verb: string,
): Promise<OpenDialog> => {
  const source = cardSource(await lookAt(s, as, message), verb);
  return asDialog(source, await s.teams.openDialog(as, source));
};

/** What “Open in a window” on a form's card sends. */
const windowSource = (form: MessageView): DialogSource => cardSource(form, 'form.window');

export const inWindow = async (s: Steward, as: AnyPersonKey, form: MessageView): Promise<OpenDialog> =>
  asDialog(windowSource(form), await s.teams.openDialog(as, windowSource(form)));

/** Everything that can be read in the dialog, and what stands in its fields. */
export const wordsIn = ({ card }: OpenDialog): string => wordsOf({ cards: [card] });
export const fieldsIn = ({ card }: OpenDialog): Record<string, string> => fieldsOf({ cards: [card] });

/** Fills in some fields and presses; what stays empty stays away, as in Teams. */
export const pressIn = async (
  s: Steward,
  as: AnyPersonKey,
  dialog: OpenDialog,
  typed: Readonly<Record<string, string>>,
  verb = 'form.submit',
): Promise<DialogAnswer> => s.teams.submitDialog(as, dialog.source, dataIn(dialog, typed, verb));

/** What the press sends. @throws Error when the dialog has no such button */
export const dataIn = (dialog: OpenDialog, typed: Readonly<Record<string, string>>, verb = 'form.submit'): Node => {
  const data = submitsOf(dialog.card).find((one) => one['verb'] === verb);
  if (!data) throw new Error(`no button ${verb} in this dialog:\n${wordsIn(dialog)}`);
  const inputs = Object.entries({ ...fieldsIn(dialog), ...typed }).filter(([, value]) => value !== '');
  return { ...data, ...Object.fromEntries(inputs) };
};

/** The same where the dialog goes on. */
export const sendIn = async (
  s: Steward,
  as: AnyPersonKey,
  dialog: OpenDialog,
  typed: Readonly<Record<string, string>>,
): Promise<OpenDialog> => asDialog(dialog.source, await pressIn(s, as, dialog, typed));

/** Sends the form of a translation, and looks until it is there: the first one on a busy machine takes a moment. */
export const translateIn = async (
  s: Steward,
  as: AnyPersonKey,
  first: OpenDialog,
  typed: Readonly<Record<string, string>>,
): Promise<string> => {
  const form = await pressIn(s, as, await translated(s, as, first), {}, 'translation.change');
  return wordsIn(await translated(s, as, await sendIn(s, as, asDialog(first.source, form), typed)));
};

/** The dialog once the translation is in it. */
const translated = (s: Steward, as: AnyPersonKey, first: OpenDialog): Promise<OpenDialog> => {
  let dialog = first;
  return s.until('the translation', async () => {
    const isThere = !wordsIn(dialog).includes(plain('translation.waiting.dialog'));
    if (!isThere) dialog = asDialog(dialog.source, await pressIn(s, as, dialog, {}, 'translation.show'));
    return isThere && dialog;
  });
};
