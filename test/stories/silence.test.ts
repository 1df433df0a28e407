import { MINUTE } from '#platform/lib/clock.ts';
import refusals from '../fixtures/teams-refusals.json' with { type: 'json' };
import { fc } from '../support/fast-check.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { steward } from '../support/story-steward.ts';

const s = steward({ wideLimits: true });

/** What one post of the bot may meet. */
const faults = [
  undefined,
  ...refusals,
  { status: 412 },
  { status: 413 },
  { status: 429, retryAfter: 1 },
  { status: 502 },
  { status: 503 },
  { status: 502, afterEffect: true },
  { status: 201, afterEffect: true, body: {} },
  { resetAfter: true },
  { ms: 300 },
];

const words = ['a', '[', '(', '*_~`', '🔥', 'שלום ', '\n- ', '# ', '| a |\n', '<b>', '&', '"', '\\'];
const commands = ['', 'whoami ', 'waiting ', 'deploy container ', 'request role ', 'translate ', 'approve ', 'mute '];

/** From one letter to 28,000, as many short ones as long ones. */
const lengths = fc.double({ min: 0, max: Math.log(28_000), noNaN: true }).map((power) => Math.round(Math.exp(power)));

const messages = fc.record({
  text: fc
    .tuple(fc.constantFrom(...commands), fc.constantFrom(...words), lengths)
    .map(([command, word, length]) => `${command}${word.repeat(length)}`.slice(0, Math.max(1, length))),
  fault: fc.nat().map((n) => faults[n % faults.length]),
  isChannel: fc.boolean(),
});

/** The times of the answer, in milliseconds of the bot's clock, until there is one. */
const answerAfter = async (text: string, where: string): Promise<number> => {
  const asked = s.clock.now();
  const { id } = await s.teams.say('bo', where, text, { mention: true });
  await s.fast(() =>
    s.until(`an answer to ${text.length} letters, ${JSON.stringify(text.slice(0, 40))}`, async () => {
      const said = await s.teams.messages(where, 'bo');
      return said.slice(said.findIndex((one) => one.id === id) + 1).some(({ from }) => from.kind === 'bot');
    }),
  );
  return s.clock.now() - asked;
};

it('every message for Steward is answered within a minute, whatever its size and whatever one post of the bot meets', async () => {
  await fc.assert(
    fc.asyncProperty(messages, async ({ text, fault, isChannel }) => {
      s.teams.faults.clear();
      if (fault) s.teams.faults.next({ ...fault, on: 'send' });
      const where = isChannel ? channels.general : personalChat('bo');
      expect(await answerAfter(text.trim() || 'x', where)).toBeLessThan(MINUTE);
    }),
    { numRuns: 60 },
  );
});

const passing = refusals.filter(({ body }) => ['BadArgument', 'ServiceError'].includes(body.error.code));

it.each(passing.map((fault) => [fault.status, fault.body.error.message, fault] as const))(
  'after one %d “%s” the answer stands in its channel, and nobody reads that Steward may not post',
  async (_status, _words, fault) => {
    const untrue = async () => [
      ...(await s.teams.messages(channels.alerts)).filter((one) => wordsOf(one).includes('cannot post')),
      ...(await s.teams.messages(personalChat('ana'), 'ana')).filter((one) => wordsOf(one).startsWith('You wrote')),
    ];
    const before = (await untrue()).length;
    s.teams.faults.next({ ...fault, on: 'send', in: channels.general });
    const { id } = await s.teams.say('ana', channels.general, 'whoami', { mention: true });
    const here = async () => (await s.teams.messages(channels.general)).filter(({ rootId }) => rootId === id);
    await s.fast(() => s.until('the answer', async () => (await here()).some(({ from }) => from.kind === 'bot')));
    expect([(await here()).length, (await untrue()).length]).toEqual([1, before]);
  },
);
