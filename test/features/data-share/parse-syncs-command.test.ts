import { createRegistry } from '#bot/commands/registry.ts';
import { route } from '#bot/commands/router.ts';
import { syncsCommand } from '#features/data-share/chat/commands.ts';
import { matchesConsumer, parseSyncsCommand } from '#features/data-share/parse-syncs-command.ts';
import { toSynchronization } from '#features/data-share/synchronization.ts';
import { DAY } from '#platform/lib/clock.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const registry = createRegistry({ commands: [syncsCommand], actions: [], messageActions: [], forms: [] });
/** The query of the command with these arguments. */
const read = (typed: string) => {
  const found = route(registry, `syncs ${typed}`);
  if (found.kind === 'unknown') throw new Error(`“${typed}” is not a command`);
  return parseSyncsCommand(found.arguments, NOW, 'Europe/Berlin');
};

it.each([
  ['settlements', { share: 'settlements' }],
  ['on Settlement reports', { share: 'Settlement reports' }],
  ['settlements failed', { share: 'settlements', failed: 'yes' }],
  ['failed settlements', { share: 'settlements', failed: 'yes' }],
  ['settlements failures by Ursa Bank', { share: 'settlements', failed: 'yes', by: 'Ursa Bank' }],
  [
    'settlements by mira since 3 days failed',
    { share: 'settlements', failed: 'yes', by: 'mira', since: NOW - 3 * DAY },
  ],
  ['"failed by noon" failed', { share: 'failed by noon', failed: 'yes' }],
  ['', { share: '' }],
])('“%s” is parsed', (typed, query) => {
  expect(read(typed)).toEqual({ ...query, page: 0 });
});

it.each([
  ['settlements since', 'shares.refused.empty'],
  ['settlements by failed', 'shares.refused.empty'],
  ['settlements by ?!', 'shares.refused.empty'],
  ['settlements since tomorrow', 'shares.refused.since'],
  ['x'.repeat(201), 'shares.refused.tooLong'],
])('“%s” is refused', (typed, textKey) => {
  expect(() => read(typed)).toThrow(expect.objectContaining({ textKey }));
});

it.each(['mira', 'URSA', 'mira.sandoval@', 'ursabank.example', 'Sandoval'])('“%s” matches the consumer', (words) => {
  const consumer = { name: 'Mira Sandoval', email: 'mira.sandoval@ursabank.example', tenant: 'Ursa Bank' };
  expect([matchesConsumer(words, consumer), matchesConsumer('Kestrel', consumer)]).toEqual([true, false]);
});

it.each([
  ['Completed', 'completed'],
  ['Succeeded', 'completed'],
  ['Failed', 'failed'],
  ['TimedOut', 'failed'],
  ['PartiallySucceeded', 'failed'],
  ['CompletedWithErrors', 'failed'],
  ['Incomplete', 'failed'],
  ['Unsuccessful', 'failed'],
  ['NotCompleted', 'failed'],
  ['Canceled', 'cancelled'],
  ['Cancelled', 'cancelled'],
  ['Queued', 'waiting'],
  ['InProgress', 'running'],
  ['Hibernating', 'other'],
  [undefined, 'other'],
])('the status %s is the state %s', (status, outcome) => {
  expect(toSynchronization({ synchronizationId: 'x', status }).state).toBe(outcome);
});
