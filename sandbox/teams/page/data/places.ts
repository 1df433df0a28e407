import type { ConversationView } from '../../api.ts';
import type { State } from './state.ts';

/** The conversation that is open, if this person has it. */
export const openPlace = ({ conversations, open }: Pick<State, 'conversations' | 'open'>) =>
  conversations.find(({ id }) => id === open);

/** Where the app is added so that it is in this conversation. */
export const installedWith = ({ id, kind, type }: ConversationView): string => {
  if (kind === 'personal') return 'personal';
  return kind === 'channel' && type === 'standard' ? 'team' : id;
};

/** Whether the app is in this conversation; undefined until that is loaded. */
export const hasApp = ({ shell: { app } }: Pick<State, 'shell'>, place: ConversationView): boolean | undefined => {
  const where = installedWith(place);
  return where === 'team' || where === 'personal' ? app?.[where] : app?.places[where];
};

/** A place beside the team's own channels and the chat with the bot. */
export const isOther = ({ kind, type }: ConversationView): boolean =>
  kind === 'channel' ? type !== 'standard' : kind !== 'personal';
