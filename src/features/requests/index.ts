import { changesPolicy, decidingGroups } from '../../changes/decision/rules.ts';
import { listed } from '../../texts/name-list.ts';
import type { Words } from '../../texts/texts.ts';
import type { Feature, Services, Setting, SettingsOf } from '../feature.ts';
import {
  pressApprove,
  pressCancel,
  pressCardButton,
  pressDeny,
  pressFix,
  pressShow,
  pressView,
} from './chat/actions.ts';
import { myRequests, waiting } from './chat/commands.ts';
import { approve, cancelRequest, deny, showRequest } from './chat/decide-commands.ts';
import { intents } from './chat/intents.ts';
import {
  pressApproveInList,
  pressDenyInList,
  pressRepeat,
  pressWithdrawInList,
  turnMine,
  turnWaiting,
} from './chat/list-actions.ts';
import { changeTexts } from './chat/translatable.ts';

/** Whether anything is decided in the conversation, and under which rules. */
const approvalSettings = async (
  { policy }: Services,
  { conversationId }: SettingsOf,
  words: Words,
): Promise<readonly Setting[]> => {
  const current = policy.current();
  const here = current.conversationById(conversationId);
  const rules = here ? changesPolicy(current).rules.filter(({ card }) => card === here.key) : [];
  const names = listed(
    rules.map(({ name }) => name),
    words,
  );
  return [
    {
      title: words.markdown('requests.settings.title'),
      state: words.markdown('requests.settings.state', { count: rules.length, names }),
      says: { title: words.plain('requests.settings.show'), text: 'waiting' },
    },
  ];
};

/** Whether any rule lets this person decide. */
const isDecider = ({ policy }: Services, objectId: string): boolean =>
  changesPolicy(policy.current()).rules.some((rule) => policy.current().isIn(objectId, decidingGroups(rule)));

/** Requests in chat: approving, denying, fixing, withdrawing, and lists. */
export const requests: Feature = {
  name: 'requests',
  commands: [myRequests, waiting, approve, deny, cancelRequest, showRequest],
  intents,
  suggest: ({ who }, services) => (isDecider(services, who.objectId) ? ['waiting'] : []),
  actions: [
    ...[pressApprove, pressDeny, pressCancel, pressFix, pressShow, pressView, pressCardButton],
    ...[pressApproveInList, pressDenyInList, pressWithdrawInList, pressRepeat, turnWaiting, turnMine],
  ],
  translatables: [changeTexts],
  settings: approvalSettings,
  firstCommands: (services, objectId) =>
    isDecider(services, objectId) ? [{ button: 'waiting', name: 'waiting' }] : [],
};
