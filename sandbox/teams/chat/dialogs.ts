import { z } from 'zod';
import { team } from '../../world.ts';
import type { DialogAnswer, DialogSource } from '../api.ts';
import { messagePayload } from '../channel/message-payload.ts';
import { Problem } from '../http/answer.ts';
import type { AppManifest } from '../manifest.ts';
import type { Store } from '../store/store.ts';
import type { AppSettings } from './app.ts';
import { checkDialogAnswer, troubleNotice } from './bot-answers.ts';
import type { FoundMessage, Lookup } from './lookup.ts';
import { findPerson, installationOf, mayInstall, type Person } from './places.ts';
import type { Reach } from './reach.ts';
import { localeOf } from './settings.ts';

const CONTEXT = { theme: 'default' };

const installer = z.looseObject({ msteams: z.looseObject({ justInTimeInstall: z.literal(true) }) });
const opener = z.looseObject({ msteams: z.looseObject({ type: z.literal('task/fetch') }) });

/** Teams' dialogs, opened by a card's button or a message action. */
export interface Dialogs {
  /** @throws Problem 400 for a button that opens no dialog, 404 for a message or an action that does not exist */
  openDialog(person: Person, source: DialogSource): Promise<DialogAnswer>;
  /** @param data the inputs of the dialog's card, with the data of its button */
  submitDialog(person: Person, source: DialogSource, data: unknown): Promise<DialogAnswer>;
}

export const createDialogs = (deps: {
  store: Store;
  lookup: Lookup;
  reach: Reach;
  settings: Pick<AppSettings, 'setInstalled'>;
  messageActions: AppManifest['messageActions'];
}): Dialogs => {
  const { store, lookup, reach } = deps;

  /** The message that the dialog is about. */
  const subjectOf = async (person: Person, source: DialogSource): Promise<FoundMessage> => {
    if (source.kind === 'messageAction') {
      if (deps.messageActions.some(({ id }) => id === source.command)) return lookup.message(person, source.message);
      throw new Problem(404, 'CommandNotFound', 'The app has no such message action.');
    }
    if (opener.safeParse(source.data).success) return lookup.card(person, source.message);
    throw new Problem(400, 'BadArgument', 'This button opens no dialog: its data do not have msteams.type task/fetch.');
  };

  const aboutMessage = (command: string, about: FoundMessage): Record<string, unknown> => {
    const author = findPerson(about.post.author);
    return {
      commandId: command,
      commandContext: 'message',
      context: CONTEXT,
      messagePayload: messagePayload(about, author ? localeOf(store, author) : 'en-us'),
    };
  };

  const ask = async (
    person: Person,
    source: DialogSource,
    about: FoundMessage,
    sent?: { readonly data: unknown },
  ): Promise<DialogAnswer> => {
    const given = await reach.invoke(person, about, {
      ...(source.kind === 'card'
        ? {
            name: sent ? 'task/submit' : 'task/fetch',
            value: { data: sent ? sent.data : source.data, context: CONTEXT },
          }
        : {
            name: `composeExtension/${sent ? 'submitAction' : 'fetchTask'}`,
            value: { ...aboutMessage(source.command, about), ...sent },
          }),
      fromMenu: source.kind === 'messageAction',
    });
    const answer = checkDialogAnswer(given, { source: source.kind, submitted: sent !== undefined });
    if (answer.kind === 'failed') reach.notice(person, about, troubleNotice('dialog', answer.reason));
    return answer;
  };

  /** The install card's button: Teams adds the app to the conversation, and then sends the press to the bot. */
  const install = async (person: Person, { place }: FoundMessage): Promise<void> => {
    const where = installationOf(place) === team.id ? 'team' : place.id;
    await (await deps.settings.setInstalled(person, where, true)).delivered;
  };

  return {
    openDialog: async (person, source) => ask(person, source, await subjectOf(person, source)),
    submitDialog: async (person, source, data) => {
      const about = await subjectOf(person, source);
      if (source.kind === 'messageAction' && installer.safeParse(data).success) {
        if (!mayInstall(person)) return { kind: 'failed', reason: 'only members of the organisation may add an app' };
        await install(person, about);
      }
      return ask(person, source, about, { data });
    },
  };
};
