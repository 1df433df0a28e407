import type { DialogAnswer } from '../../sandbox/teams/api.ts';
import type { AnyPersonKey } from '../../sandbox/world.ts';
import { asDialog, dataIn, menuSource, type OpenDialog, pressIn } from './dialogs.ts';
import { type Steward, wordsOf } from './steward.ts';

export const MENU = 'translateMessage';
const SHOW = 'translation.show';
const DIFFERENTLY = 'translation.change';

/** All that an answer to a dialog says. */
export const saidBy = (answer: DialogAnswer): string => {
  if (answer.kind === 'message') return answer.text;
  return answer.kind === 'card' ? wordsOf({ cards: [answer.card] }) : '';
};

/** The dialog as it stands after an answer. @throws Error where it has ended */
export const dialogOf = (message: string, answer: DialogAnswer): OpenDialog =>
  asDialog(menuSource(message, MENU), answer);

/** Looks for it once more in the dialog that said that it comes. */
export const lookAgain = (s: Steward, as: AnyPersonKey, message: string, answer: DialogAnswer): Promise<DialogAnswer> =>
  pressIn(s, as, dialogOf(message, answer), {}, SHOW);

const isOnItsWay = (answer: DialogAnswer): boolean => JSON.stringify(answer).includes(SHOW);

/** The answer once it is no promise any more: on a busy machine a translation may take longer than a turn waits. */
export const settled = async (
  s: Steward,
  as: AnyPersonKey,
  message: string,
  answer: DialogAnswer,
): Promise<DialogAnswer> => {
  let last = answer;
  for (let look = 0; isOnItsWay(last) && look < 40; look += 1) last = await lookAgain(s, as, message, last);
  return last;
};

/** “Translate” in the menu of a message: the answer in the person's own language. */
export const fromTranslateMenu = async (s: Steward, as: AnyPersonKey, message: string): Promise<DialogAnswer> =>
  settled(s, as, message, await s.teams.openDialog(as, menuSource(message, MENU)));

/** “Translate differently …” in the dialog of the menu, filled in and ready to be sent as often as a client sends it. */
export const askFor = async (
  s: Steward,
  as: AnyPersonKey,
  message: string,
  [to = 'de', ...more]: readonly string[],
): Promise<{ send(): Promise<DialogAnswer> }> => {
  const shown = dialogOf(message, await fromTranslateMenu(s, as, message));
  const form = dialogOf(message, await pressIn(s, as, shown, {}, DIFFERENTLY));
  const data = { ...dataIn(form, { to }), more: more.join(', ') };
  return { send: () => s.teams.submitDialog(as, form.source, data) };
};
