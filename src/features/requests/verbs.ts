import { SHOW } from '#features/change-answers.ts';

/** Verbs of the lists' buttons. A change's own card has its own ones (src/engine/changes/card/card-buttons.ts). */
export const listVerbs = {
  approve: 'requests.approve',
  deny: 'requests.deny',
  withdraw: 'requests.withdraw',
  again: 'requests.again',
  waiting: 'requests.waiting',
  mine: 'requests.mine',
  found: 'requests.found',
  changed: 'requests.changed',
  history: 'requests.history',
  exportList: 'requests.exportList',
  show: SHOW,
} as const;
