import { changesPolicy } from '#engine/changes/decision/rules.ts';
import { isDecider } from '#engine/changes/notices/settings.ts';
import type { Feature, Services, Setting, SettingsOf } from '#features/feature.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import { historyButton, whatChangedButton } from './card-buttons.ts';
import { changePresses, pressCardButton, pressFix, pressShow, pressView } from './chat/actions.ts';
import { batchPresses, pressFixBatch, pressViewBatch } from './chat/batch-actions.ts';
import { myRequests, waiting } from './chat/commands.ts';
import { approve, cancelRequest, deny, showRequest } from './chat/decide-commands.ts';
import { exportRequests } from './chat/export-commands.ts';
import { historyCommand, turnHistory } from './chat/history-commands.ts';
import {
  answerRequestsFile,
  decideInListPresses,
  pressChanged,
  pressExport,
  pressRepeat,
  pressWithdrawInList,
  turnFound,
  turnMine,
  turnWaiting,
} from './chat/list-actions.ts';
import { findRequests, whatChanged } from './chat/list-commands.ts';
import { myNotices } from './chat/notices-commands.ts';
import { noticesForm } from './chat/notices-form.ts';
import { changeTexts } from './chat/translatable.ts';
import { requestExportMigrations, requestExports } from './export/requests-export.ts';

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

/** Requests in chat: approving, denying, fixing, withdrawing, and lists. */
export const requests: Feature = {
  name: 'requests',
  commands: [
    myRequests,
    waiting,
    findRequests,
    exportRequests,
    whatChanged,
    approve,
    deny,
    cancelRequest,
    showRequest,
    historyCommand,
    myNotices,
  ],
  forms: [noticesForm],
  suggest: ({ who }, services) => (isDecider(services.policy.current(), who.objectId) ? ['waiting'] : []),
  actions: [
    ...[...changePresses, pressFix, pressShow, pressView, pressCardButton],
    ...[...decideInListPresses, pressWithdrawInList, pressRepeat, turnWaiting, turnMine, turnFound],
    ...[pressChanged, turnHistory, pressExport, answerRequestsFile],
    ...[...batchPresses, pressViewBatch, pressFixBatch],
  ],
  cardButtons: [whatChangedButton, historyButton],
  renderers: (services) => [requestExports.renderer(services)],
  jobs: (services) => requestExports.jobsOf(services),
  start: (services) => requestExports.start(services),
  migrations: requestExportMigrations,
  translatables: [changeTexts],
  settings: approvalSettings,
  firstCommands: (services, objectId) =>
    isDecider(services.policy.current(), objectId) ? [{ button: 'waiting', name: 'waiting' }] : [],
};
