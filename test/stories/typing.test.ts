import type { After } from '#platform/lib/clock.ts';
import { channels } from '../support/steward.ts';
import { steward } from '../support/story-steward.ts';

/** What waits to be shown; it comes due when a story says so. */
const waiting = new Set<() => void>();
const after: After = (_ms, show) => {
  waiting.add(show);
  return () => waiting.delete(show);
};
const comeDue = (): void => {
  const [show] = waiting;
  if (show) waiting.delete(show);
  show?.();
};

const s = steward({ after });

const isTyping = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'type' in body && body.type === 'typing';
const typed = (): string[] =>
  s.teams
    .requests()
    .flatMap(({ path, body }) => (isTyping(body) ? [decodeURIComponent(path.split('/')[3] ?? '')] : []));

it('while a command waits for the vendor, its thread shows that Steward is typing', async () => {
  const { general } = channels;
  s.vendor.faults.set({ kind: 'slow', ms: 1_000 });
  const before = s.vendor.faults.seen().length;
  const saying = s.teams.say('ana', general, 'my access', { mention: true });
  await s.until('a question to the vendor', async () => s.vendor.faults.seen().length > before);
  comeDue();
  await s.until('typing', async () => typed().length > 0);
  const { id } = await saying;
  expect(typed()).toEqual([`${general};messageid=${id}`]);
  await s.until('an answer', async () =>
    (await s.teams.messages(general)).find(({ from, rootId }) => from.kind === 'bot' && rootId === id),
  );
  expect(waiting.size).toBe(0);
});
