import type { MessageView } from '../../sandbox/teams/api.ts';
import type { PersonKey } from '../../sandbox/world.ts';
import { withFastClock } from './fast-clock.ts';
import { channels, personalChat, type Steward, wordsOf } from './steward.ts';
import { ask, formOf, shown } from './story.ts';

/** How people translate in a story. */
export const translationStory = (s: Steward) => {
  const calls = () => s.vendor.faults.seen().filter(({ path }) => path.startsWith('/translate'));
  /** Says it in the person's own chat and gives the card that answers, which may still say that it comes. */
  const begin = (as: PersonKey, words: string): Promise<MessageView> =>
    ask(s, as, `translate ${words}`, { where: personalChat(as) });
  /** The card once it is no promise any more. */
  const ended = (as: PersonKey, card: MessageView): Promise<MessageView> =>
    s.until('the translation', async () => {
      const seen = await formOf(s, as, card);
      return wordsOf(seen).includes(shown('translation.waiting.here')) ? undefined : seen;
    });
  const translate = async (as: PersonKey, words: string): Promise<MessageView> => ended(as, await begin(as, words));
  const replying = async (as: PersonKey, words: string, quotes: string): Promise<MessageView> => {
    const { id } = await s.teams.say(as, personalChat(as), `translate ${words}`, { quotes });
    const card = await s.until('an answer', async () => {
      const messages = await s.teams.messages(personalChat(as), as);
      return messages
        .slice(messages.findIndex((message) => message.id === id) + 1)
        .find(({ from }) => from.kind === 'bot');
    });
    return ended(as, card);
  };
  const write = async (as: PersonKey, text: string): Promise<string> =>
    (await s.teams.say(as, channels.general, text)).id;
  /** Waits for the person's own chat while time runs, as where something is waited for or tried again. */
  const own = (as: PersonKey, words: string): Promise<MessageView> =>
    withFastClock(s, () =>
      s.until(`“${words}” in ${as}’s own chat`, async () =>
        (await s.teams.messages(personalChat(as), as)).findLast((message) => wordsOf(message).includes(words)),
      ),
    );
  return { calls, begin, ended, translate, replying, write, own };
};
