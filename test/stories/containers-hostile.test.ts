import { channels, wordsOf } from '../support/steward.ts';
import { shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

it('a document made to be slow to parse is refused at once and delays nobody', async () => {
  const aliases = Array.from({ length: 99 }, (_none, n) => `b${n}: *a`).join('\n');
  const { user } = process.cpuUsage();
  const [form, other] = await Promise.all([
    s.ask('ana', `deploy container a: &a [${'1,'.repeat(15_000)}]\n${aliases}`),
    s.ask('bo', 'whoami', { where: channels.general }),
  ]);
  expect(wordsOf(form)).toContain(shown('containers.form.unkept'));
  expect(wordsOf(other)).toContain('Bo Lind');
  const long = await s.ask('ana', `deploy container a${'\n'.repeat(20_000)}a: ${'x'.repeat(33_000)}`);
  expect(wordsOf(long)).toContain(shown('containers.form.tooLong', { most: 32_000 }));
  // It took 20 s and more; two full turns take far less than this, of whatever machine.
  expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(10_000);
});

it.each([
  '../../../etc/passwd on ledger',
  'a?b=c',
  'a#b on ledger',
  '%2e%2e on ledger',
  '\ud83d on ledger',
  `${'x'.repeat(300)}`,
])('“container %s” is refused as an invalid name', async (typed) => {
  const answer = await s.reply('ana', `container ${typed}`);
  expect(answer).toContain('is not a valid name');
  expect(answer).not.toContain('Steward.Fault');
});

it.each([
  ['names no place', 'deploy container cg-new'],
  ['has an invalid group name', 'deploy container a%2fb on ledger'],
])('a document with an unknown field is shown with that fault where the message %s', async (_what, command) => {
  const form = await s.ask(
    'ana',
    `${command}\nproperties:\n  osType: Linux\n  restartPolicyy: Always\n  containers: []`,
  );
  expect(wordsOf(form)).toContain('restartPolicyy');
  expect(wordsOf(form)).not.toContain('Steward.Fault');
});
