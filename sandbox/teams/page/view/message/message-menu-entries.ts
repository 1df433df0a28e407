import type { MessageView } from '../../../api.ts';
import { refreshesByItself, refreshOf } from '../../card/card-json.ts';
import type { State } from '../../data/state.ts';

/** What an entry of a message's menu does. */
export type Deed =
  | { readonly kind: 'edit' | 'delete' | 'reply' | 'copy-text' | 'copy-link' }
  | { readonly kind: 'refresh'; readonly cardIndex: number }
  | { readonly kind: 'app'; readonly command: string };

export interface MenuEntry {
  readonly label: string;
  readonly description?: string;
  readonly deed: Deed;
}

export interface MenuGroup {
  /** Set where the entries come from an app. */
  readonly app?: string;
  readonly entries: readonly MenuEntry[];
}

/** What somebody can do with a message, as Teams orders it: one's own first, then everybody's, then the app's. */
export const menuOf = (
  message: MessageView,
  { me, world, olderClient, conversations }: Pick<State, 'me' | 'world' | 'olderClient' | 'conversations'>,
): readonly MenuGroup[] => {
  const isOwn = message.from.key === me;
  const place = conversations.find(({ id }) => id === message.conversationId);
  const teamsId = world.people.find(({ key }) => key === me)?.teamsId ?? '';
  const asksForRefresh = (card: unknown) =>
    !olderClient && refreshOf(card) && !refreshesByItself(card, teamsId, place?.members.length ?? 0);
  const refreshes = message.cards.flatMap((card, cardIndex): MenuEntry[] =>
    asksForRefresh(card) ? [{ label: 'Refresh card', deed: { kind: 'refresh', cardIndex } }] : [],
  );
  const own: MenuEntry[] = [
    ...(message.text ? [{ label: 'Edit', deed: { kind: 'edit' } } as const] : []),
    { label: 'Delete', deed: { kind: 'delete' } },
  ];
  const groups: MenuGroup[] = [
    { entries: isOwn ? own : [] },
    {
      entries: [
        // In a channel people reply in the thread, and quote nothing.
        ...(place?.kind === 'channel' ? [] : [{ label: 'Reply', deed: { kind: 'reply' } } as const]),
        { label: 'Copy text', deed: { kind: 'copy-text' } },
        { label: 'Copy link', deed: { kind: 'copy-link' } },
        ...refreshes,
      ],
    },
    {
      app: world.app.name,
      entries: world.messageActions.map(({ id, title, description }) => ({
        label: title,
        description,
        deed: { kind: 'app', command: id },
      })),
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
};
