import { iso } from '../../../lib/clock.ts';
import { people, sandboxBot } from '../../world.ts';
import type { FileConsentView, MessageView } from '../api.ts';
import type { FileConsent, Post } from '../store/post.ts';
import { nameOf } from './quotes.ts';

/** @param ownCard what the reader was answered at a click, in the place of the post's cards */
export const toMessageView = (post: Post, ownCard?: unknown): MessageView => {
  const { text, textFormat, mentions, summary, cards, consents, files, quoted } = post.content;
  return {
    id: post.id,
    conversationId: post.conversation,
    ...(post.root === undefined ? {} : { rootId: post.root }),
    from:
      post.author === 'bot'
        ? { kind: 'bot', name: sandboxBot.name }
        : { kind: 'person', key: post.author, name: people[post.author].name },
    at: iso(post.at),
    ...(post.editedAt === undefined ? {} : { editedAt: iso(post.editedAt) }),
    ...(post.deleted ? { deleted: true } : {}),
    ...(text === undefined ? {} : { text }),
    ...(textFormat === undefined ? {} : { textFormat }),
    ...(mentions === undefined ? {} : { mentions }),
    cards: ownCard === undefined ? cards : [ownCard],
    ...(consents === undefined ? {} : { consents: consents.map(toConsentView) }),
    ...(files === undefined
      ? {}
      : { files: files.map(({ name, fileType, path }) => ({ name, fileType, downloadUrl: path })) }),
    ...(summary === undefined ? {} : { summary }),
    ...(quoted === undefined
      ? {}
      : { quoted: { id: quoted.id, name: nameOf(quoted.author), preview: quoted.preview } }),
  };
};

/** Without the contexts, which are the bot's own. */
const toConsentView = ({ name, description, sizeInBytes, state }: FileConsent): FileConsentView => ({
  name,
  ...(description === undefined ? {} : { description }),
  sizeInBytes,
  state,
});
