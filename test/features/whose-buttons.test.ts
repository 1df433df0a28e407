import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { features } from '#features/index.ts';
import { filesBelow, ROOT } from '../house/source.ts';

/**
 * The actions that say of no button whose it is, with the reason why nobody is shown one that would be refused. Every other action
 * has a right in `may`, and its buttons stand only on the cards of those who have it.
 */
const withoutRight: Readonly<Record<string, readonly string[]>> = {
  'everybody in the conversation may': [
    ...['alert.acknowledge', 'alert.leave', 'alert.snooze', 'alert.wake', 'alert.why', 'alert.back'],
    ...['billing.stopSummary', 'help.topic', 'shares.names', 'watch.turn', 'access.mine', 'access.roles'],
    'requests.changed',
  ],
  'a request’s card has it only for those who may, by the check of the press': [
    ...[
      'change.approve',
      'change.deny',
      'change.cancel',
      'change.accept',
      'change.claim',
      'change.signIn',
      'change.refuse',
      'change.fix',
      'change.view',
      'access.remove',
      'access.notNeeded',
      'access.extend',
    ],
    ...['containers.everything', 'containers.back', 'containers.now', 'subscriptions.offerAccept'],
    ...['batch.approve', 'batch.deny', 'batch.accept', 'batch.refuse', 'batch.cancel', 'batch.fix', 'batch.view'],
  ],
  'a report’s card has it only for those who may see its amounts': [
    ...['billing.page', 'billing.summary', 'billing.ask', 'billing.row', 'billing.again', 'billing.line'],
    ...['billing.compareBy', 'billing.breakdownBy', 'billing.make'],
  ],
  'a translation’s card has it only for whoever had it translated': [
    ...['translation.page', 'translation.show', 'translation.texts', 'translation.remember'],
  ],
  'a review’s card has it only for its reviewers': ['access.justified', 'access.notJustified'],
  'it stands in one person’s own chat': ['billing.file', 'access.file', 'requests.file', 'access.keep'],
};

/** Every template: whose buttons its card shows to a conversation, and how the others’ come. */
const templates: Readonly<Record<string, readonly string[]>> = {
  'it has no buttons': [
    ...[
      'shared/details-button.json',
      'shared/details.json',
      'alerts/digest.json',
      'alerts/note.json',
      'apps/profile.json',
      'help/facts.json',
      'shared/facts.json',
    ],
    ...[
      'shared/fields.json',
      'shared/list-words.json',
      'shared/notice.json',
      'translation/lines.json',
      'translation/usage.json',
    ],
  ],
  'a posted card: everybody’s, and each person’s own by a view': [
    ...['alerts/alert.json', 'billing/list.json', 'billing/report.json', 'billing/summary.json'],
    ...['billing/transaction.json', 'changes/change.json', 'translation/result.json', 'translation/state.json'],
    ...['administration/report.json', 'watches/watch.json', 'changes/batch.json'],
  ],
  'an answer: everybody’s, and the reader’s own by a view': [
    ...['containers/group.json', 'data-share/syncs.json', 'health/summary.json', 'shared/list.json'],
    ...['shared/rows.json', 'watches/watches.json'],
  ],
  'one person alone sees it': ['containers/lines.json', 'health/event.json', 'shared/form.json', 'shared/install.json'],
  'everybody may press all of it': ['help/help.json', 'help/welcome.json', 'shared/choices.json', 'shared/error.json'],
};

it('every action has a right, or a reason why it needs none', () => {
  const actions = features.flatMap((feature) => feature.actions ?? []);
  const bare = actions.filter(({ may }) => may === undefined).map(({ verb }) => verb);
  expect(bare.toSorted()).toEqual(Object.values(withoutRight).flat().toSorted());
});

it('every action that draws a list for whoever asks is one that only reads', () => {
  const views = features.flatMap((feature) => feature.actions ?? []).filter(({ automatic }) => automatic);
  expect(views.filter(({ verb, repeatable, decides }) => decides || (repeatable !== true && !READS.has(verb)))).toEqual(
    [],
  );
});

/** They have no effect that a repeated press could have twice. */
const READS: ReadonlySet<string> = new Set([
  ...['watch.turn', 'requests.waiting', 'requests.mine', 'access.mine', 'access.place', 'access.roles'],
  ...['access.drift', 'access.driftOne', 'access.reviewReport', 'requests.found', 'requests.history'],
]);

it('every template with buttons says whose they are', () => {
  const files = filesBelow('cards', '.json').map((file) => relative('cards', file));
  expect(files.toSorted()).toEqual(Object.values(templates).flat().toSorted());
  const bare = files.filter(
    (file) => !/"(Action\.(Execute|Submit))"/.test(readFileSync(`${ROOT}/cards/${file}`, 'utf8')),
  );
  expect(bare.toSorted()).toEqual(templates['it has no buttons']?.toSorted());
});
