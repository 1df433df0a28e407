import {
  acts,
  asks,
  choice,
  named as name,
  reason,
  shows,
  type Taking,
  takesAway,
  taking,
} from '#bot/understanding/intent.ts';

const ref = taking('request', undefined, 'ref');
/** Without a reference the list is meant: it shows what could be. */
const named: Taking = { ...ref, needed: true };

const found = [
  choice('state', undefined, 'states'),
  { ...name('person', 'for'), lead: 'whom' },
  name('person', 'by', 'by'),
  name('place', 'on'),
  name('role', 'role'),
  taking('since', 'since'),
];

export const intents = [
  shows('my requests'),
  shows('waiting'),
  shows('requests', ...found),
  shows('export requests', ...found),
  shows('what changed', name('place', 'on'), taking('since', 'since')),
  acts('approve', named, taking('length', 'for', 'shorter'), taking('until', 'for until', 'shorter'), reason),
  asks('my notices'),
  acts('deny', named, reason),
  shows('show', named),
  shows('history of', named),
  takesAway(acts('cancel request', ref)),
];
