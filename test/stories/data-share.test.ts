import { HOUR } from '#platform/lib/clock.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import { buttonsOf } from '../support/card-view.ts';
import { channels, wordsOf } from '../support/steward.ts';
import { answerOf, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const KESTREL = 'Settlement reports for Kestrel Pay';

const s = steward();

/** The newest card in Alerts with these parts. */
const alert = (...parts: readonly string[]): Promise<MessageView> =>
  s.fast(() =>
    s.message(channels.alerts, (one) => one.cards.length > 0 && parts.every((part) => wordsOf(one).includes(part))),
  );

describe('synchronizations', () => {
  it('of a share are listed with state, start, end, duration and consumer', async () => {
    const list = await s.reply('ana', 'syncs settlements');
    expect(list).toContain(shown('shares.syncs.title', { share: 'Settlement reports' }));
    expect(list).toMatch(
      /\*\*4 failed\*\* · 1 in progress · 1 waiting · \d+ completed · 1 cancelled · usually \d minutes \(changes only\)/,
    );
    expect(list).toMatch(/Failed · changes only\n.*\d\d:\d\d to .*\d\d:\d\d\n2 minutes\n\*\*DS2207\*\* the storage/);
    expect(list).toContain('Jun Okada, Kestrel Pay · jun.okada@kestrelpay.example');
    expect(list.indexOf('Waiting')).toBeLessThan(list.indexOf('In progress · full copy'));
  });

  it('are paged and filtered on the same card', async () => {
    const list = await s.ask('ana', 'syncs settlements');
    expect(wordsOf(list)).toContain('Page 1 of 2');
    expect(await s.pressTitled('ana', list, plain('cards.list.next'))).toContain('Page 2 of 2');
    const failed = await s.pressTitled('ana', list, plain('shares.button.failed'));
    expect(failed).toContain('DS1042');
    expect(failed).not.toContain('Cancelled');
    expect(await s.pressTitled('ana', list, plain('shares.button.all'))).toContain('Page 1 of 2');
  });

  it('that do not exist are answered with the filter that excluded them', async () => {
    expect(await s.reply('ana', 'syncs settlements by Nobody')).toContain(
      shown('shares.empty.nobody', { by: 'Nobody', known: 'Mira Sandoval, Ursa Bank, Jun Okada, Kestrel Pay' }),
    );
    expect(await s.reply('bo', 'syncs statistics failed')).toContain(shown('shares.empty.noFailure', { count: 4 }));
    expect(await s.reply('ana', 'syncs settlements since 1 second')).toContain('Waiting');
    expect(await s.reply('bo', 'syncs statistics since 1 second')).toContain(
      shown('shares.empty.none', { looked: 'true' }),
    );
  });

  it('that the vendor refuses to list are answered with a remedy', async () => {
    const operation = 'listShareSynchronizations';
    s.vendor.faults.set({ kind: 'refuse', status: 403, code: 'AuthorizationFailed', operation });
    expect(await s.reply('ana', 'syncs settlements')).toContain('Ask an owner of the place');
    s.vendor.faults.clear();
    await s.replaceInPolicy('/shares/gateway-statistics', '/shares/gone');
    expect(await s.reply('bo', 'syncs statistics')).toContain('ShareNotFound');
  });
});

describe('a name', () => {
  it.each([
    ['unknown', 'ana', 'syncs mars', shown('shares.refused.unknown', { said: 'mars', known: 'settlements' })],
    ['of a received share', 'ana', 'syncs fees', 'Type “sync settings fees”'],
    ['of a sent share', 'bo', 'sync settings settlements', 'Type “syncs settlements”'],
    ['without the right to see it', 'ana', 'syncs statistics', 'does not let you see Gateway statistics'],
    ['with an empty since', 'ana', 'syncs settlements since', 'Something is missing after “since”'],
  ] as const)('%s is answered with the next step', async (_what, as, text, answer) => {
    expect(await s.reply(as, text)).toContain(answer);
  });

  it('misspelt is read as the only near one', async () => {
    expect(await s.reply('ana', 'syncs setlements')).toContain('Synchronizations of Settlement reports');
  });

  it('that is missing is answered with the shares that the person can see', async () => {
    const list = await s.ask('ana', 'syncs');
    expect(wordsOf(list)).not.toContain('Gateway statistics');
    const buttons = buttonsOf(list).map(({ verb, data }) => `${verb} ${data['share']}`);
    expect(buttons).toEqual(['shares.syncs settlements', 'shares.settings fees']);
    expect(answerOf(await s.press('ana', list, 'shares.settings'))).toContain('When Acquirer fees is synchronized');
  });
});

it('settings show kind, recurrence and next run, the earliest first, on pages of one card', async () => {
  const list = await s.ask('ana', 'sync settings fees');
  expect(wordsOf(list)).toContain(shown('shares.settings.zone'));
  expect(wordsOf(list)).toMatch(/Next \{\{DATE.*\}\}, \d+ (minutes?|seconds?) after your request/);
  expect(wordsOf(list)).toMatch(/Each hour at :\d\d UTC\nNext \{\{DATE.*\}\}\nBy schedule/);
  const both = wordsOf(list) + (await s.pressTitled('ana', list, plain('cards.list.next')));
  expect(both).toContain('Page 1 of 2');
  expect(both).toContain('Page 2 of 2');
  expect(both.match(/Each hour/g)).toHaveLength(8);
  expect(both).toContain('Each day at 22:00 UTC');
});

describe('a watch', () => {
  it('posts one card for a failure, with news in its thread, and closes it when a synchronization completes', async () => {
    // Other cards may come between a command and its answer.
    const sendAndWait = async (text: string, ...parts: readonly string[]) => {
      await s.teams.say('bo', channels.alerts, text, { mention: true });
      return alert(...parts);
    };
    const failing = await sendAndWait(
      'watch syncs on settlements',
      KESTREL,
      shown('shares.failure.open', { count: 2 }),
    );
    expect(wordsOf(failing)).toContain('DS2207');
    expect(wordsOf(failing)).not.toContain('jun.okada');
    await sendAndWait('watch health on payments', 'failing requests in West Europe');
    await sendAndWait('watches', 'Settlement reports · syncs', 'Payments Production · health');
    expect(answerOf(await s.press('bo', failing, 'alert.acknowledge'))).toContain('Bo Lind is on it');
    expect(await s.pressTitled('bo', failing, plain('shares.button.syncs'))).toContain('Jun Okada');
    const key = /SYNC-[0-9A-Z]{8}/.exec(wordsOf(failing))?.[0] ?? '';
    await sendAndWait(`why ${key.toLowerCase()}`, key, 'it matches the watch');
    s.clock.advance(HOUR);
    const over = await alert(KESTREL, plain('shares.failure.over'));
    expect(over.id).toBe(failing.id);
    expect(wordsOf(failing)).toContain(plain('shares.failure.since'));
    expect(wordsOf(over)).not.toContain(plain('shares.failure.since'));
    expect(wordsOf(over)).toContain(plain('shares.failure.first'));
    const resolved = plain('alerts.news.resolved');
    await s.fast(() =>
      s.message(channels.alerts, (one) => one.rootId === failing.id && wordsOf(one).includes(resolved)),
    );
  });

  it('is filtered and muted by consumer, and refuses a region', async () => {
    const where = channels.approvals;
    const refused = await s.reply('bo', 'watch syncs on settlements region West Europe', { where });
    expect(refused).toContain('only by: level, by');
    expect(await s.reply('bo', 'watch settlements by Ursa Bank', { where })).toContain('For Ursa Bank');
    expect(await s.reply('bo', 'mute consumer Kestrel Pay', { where })).toContain('Kestrel Pay');
    expect(await s.reply('bo', 'mute region West Europe', { where })).toContain('nothing to mute');
    expect(await s.reply('bo', 'watches', { where })).toContain('Muted: the consumer Kestrel Pay');
    expect(await s.reply('bo', 'test alert syncs', { where })).toContain(plain('watches.testing'));
  });

  it('is refused to a person who may not see the share', async () => {
    expect(await s.reply('ana', 'watch syncs on statistics')).toContain('does not let you see');
    expect(await s.reply('bo', 'watch syncs on fees')).toContain('sync settings fees');
  });
});
