import { z } from 'zod';
import { commandButton } from '../../cards/command-button.ts';
import { defineCard } from '../../cards/define-card.ts';
import { button, markdown } from '../../cards/view.ts';
import type { Installation } from '../../connector/conversations/conversation-store.ts';
import type { TextName } from '../../lib/text-key.ts';
import type { Renderer } from '../../outbox/renderer.ts';
import type { Services } from '../feature.ts';

const WELCOME = 'welcome';

export const welcomeCard = defineCard(
  'help/welcome.json',
  z.object({
    title: markdown,
    intro: markdown,
    points: z.array(z.object({ text: markdown })),
    buttons: z.array(button),
    foot: markdown,
  }),
);

/** The first commands for each kind of conversation, with dashes for spaces. */
const first: Readonly<Record<Installation['kind'], readonly TextName<'help.welcome.button'>[]>> = {
  channel: ['request-role', 'health', 'help'],
  group: ['request-role', 'translate', 'help'],
  personal: ['my-access', 'request-role', 'help'],
};

export const welcomeRenderer: Renderer = {
  kind: WELCOME,
  async render(_id, face, words) {
    const kind = face as Installation['kind'];
    const card = welcomeCard.render({
      title: words.markdown('help.welcome.title'),
      intro: words.markdown('help.welcome.intro', { kind }),
      points: (['roles', 'alerts', 'money', 'words'] as const).map((point) => ({
        text: words.markdown(`help.welcome.${point}`),
      })),
      buttons: first[kind].map((name) =>
        commandButton(words.plain(`help.welcome.button.${name}`), name.replaceAll('-', ' ')),
      ),
      foot: words.markdown(kind === 'personal' ? 'help.foot.personal' : 'help.foot.channel'),
    });
    return { version: 1, card, summary: words.plain('help.welcome.title') };
  },
};

/** One welcome for each installation in a conversation, however often Teams reports it. */
export const welcome = async (services: Services, { conversationId, kind, knownAt }: Installation): Promise<void> => {
  const language = services.policy.current().conversationById(conversationId)?.language ?? 'en';
  const subject = `${WELCOME}:${conversationId} ${knownAt}`;
  const to = { conversation: conversationId };
  await services.outbox.deliver(services.database.db, { subject, face: kind, to, language, version: 1 });
};
