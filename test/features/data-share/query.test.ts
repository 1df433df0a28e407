import { createRegistry } from '#bot/commands/registry.ts';
import { route } from '#bot/commands/router.ts';
import { syncsCommand } from '#features/data-share/chat/commands.ts';
import { matchesConsumer } from '#features/data-share/query.ts';
import { toSynchronization } from '#features/data-share/synchronization.ts';

const registry = createRegistry({ commands: [syncsCommand], actions: [], messageActions: [], forms: [] });
/** The arguments of the command with this text. */
const read = (typed: string) => {
  const found = route(registry, `syncs ${typed}`);
  if (found.kind === 'unknown') throw new Error(`“${typed}” is not a command`);
  return found.arguments;
};

it.each([
  ['settlements', { share: 'settlements' }],
  ['on Settlement reports', { share: 'Settlement reports' }],
  ['settlements failed', { share: 'settlements', failed: 'failed' }],
  ['failed settlements', { share: 'settlements', failed: 'failed' }],
  ['settlements failures by Ursa Bank', { share: 'settlements', failed: 'failures', by: 'Ursa Bank' }],
  ['settlements by mira since 3 days failed', { share: 'settlements', failed: 'failed', by: 'mira', since: '3 days' }],
  ['"failed by noon" failed', { share: 'failed by noon', failed: 'failed' }],
  ['settlements since', { share: 'settlements', since: '' }],
  ['settlements by failed', { share: 'settlements', by: '', failed: 'failed' }],
  ['', {}],
])('“%s” is parsed', (typed, query) => {
  expect(read(typed)).toEqual(query);
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
