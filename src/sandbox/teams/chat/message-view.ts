import { iso } from '../../../lib/clock.ts';
import { people, sandboxBot } from '../../world.ts';
import type { MessageView } from '../api.ts';
import type { Post } from '../store/post.ts';

/** @param ownCard what the reader was answered at a click, in the place of the post's cards */
export const toMessageView = (post: Post, ownCard?: unknown): MessageView => {
  const { text, textFormat, mentions, summary, cards } = post.content;
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
    ...(summary === undefined ? {} : { summary }),
  };
};
