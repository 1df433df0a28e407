import { z } from 'zod';
import type { VerifiedActivity } from '#bot/gate/activity.ts';
import type { HttpAnswer } from '#bot/turn/idempotency.ts';
import { isPress } from '#bot/turn/read-turn.ts';
import type { Log } from '#platform/lib/logger.ts';
import type { Texts } from '#platform/texts/texts.ts';

/** Answers invokes that no card and no menu of Steward sends: sign-in by a token service, feedback, searches, settings, tabs. */
export interface Unpressed {
  /** @returns the empty answer in the form that Teams wants; undefined for what somebody may have pressed */
  answer(activity: VerifiedActivity): HttpAnswer | undefined;
  /** @param listener gets the client's code, once for each until the process ends */
  onSignInFailed(listener: (code: string) => void): void;
}

/** A failed single sign-on, by the client: the registration or the card is wrong. */
const SET_UP_WRONGLY: ReadonlySet<string> = new Set([
  'resourcematchfailed',
  'invokeerror',
  'authrequestfailed',
  'installappfailed',
  'oauthcardnotvalid',
  'tokenmissing',
]);
/** With these the client asks its person, or the app is not there for them: nothing is wrong. */
const NOBODYS_FAULT: ReadonlySet<string> = new Set([
  'userconsentrequired',
  'interactionrequired',
  'installedappnotfound',
]);
const failure = z.object({ code: z.string().transform((code) => code.toLowerCase()) });

export const createUnpressed = ({ texts, log }: { readonly texts: Texts; readonly log: Log }): Unpressed => {
  const listeners: ((code: string) => void)[] = [];
  const told = new Set<string>();

  const signInFailed = (value: unknown): void => {
    const sent = failure.safeParse(value).data?.code ?? '';
    if (NOBODYS_FAULT.has(sent)) return;
    // The client chose it: only a known one goes into a line.
    const code = SET_UP_WRONGLY.has(sent) ? sent : 'unknown';
    if (told.has(code)) return;
    told.add(code);
    log.error('single sign-on failed', { code });
    for (const listener of listeners) listener(code);
  };

  return {
    answer({ type, name = '', value, locale }) {
      if (type !== 'invoke' || isPress(name)) return undefined;
      if (name === 'signin/failure') signInFailed(value);
      const body = bodyOf(name, () => ({ type: 'message', value: texts.for(locale).plain('bot.answer.absent') }));
      return body === undefined ? { status: 200 } : { status: 200, body };
    },
    onSignInFailed: (listener) => listeners.push(listener),
  };
};

/** Teams shows an error for an answer to feedback that has a body; what it does not know yet gets none either. */
const bodyOf = (name: string, sentence: () => object): object | undefined => {
  if (name === 'message/fetchTask') return { task: sentence() };
  if (name.startsWith('config/')) return { responseType: 'config', config: sentence() };
  if (name.startsWith('tab/')) return { tab: { type: 'continue', value: { cards: [] } } };
  if (!name.startsWith('composeExtension/') || name === 'composeExtension/onCardButtonClicked') return undefined;
  return { composeExtension: { type: 'result', attachmentLayout: 'list', attachments: [] } };
};
