import { existsSync, readFileSync } from 'node:fs';
import type { MessageView } from '../../sandbox/teams/api.ts';
import { cloud, type PersonKey } from '../../sandbox/world.ts';
import { buttonsOf, linksOf } from '../support/card-view.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const { production } = cloud.subscriptions;
const database = `/subscriptions/${production.id}/resourceGroups/rg-ledger/providers/Vendor.Sql/servers/sql-ledger/databases/ledger`;
const INCIDENT = 'Application Gateway and Key Vault: failing requests in West Europe';
const SECRET = 'registry password';
const MONTHS = 'since 200 days';

const s = steward();

/** A list without its head, which tells the moment from which on it was asked. */
const rowsOf = (list: string): string => list.slice(list.search(/^(Service issue|Planned)/m));

const detailsOf = async (as: PersonKey, list: MessageView, trackingId: string): Promise<string> => {
  const button = buttonsOf(await s.lookAt(as, list)).find(({ data }) => data['event'] === trackingId);
  if (!button) throw new Error(`no details of ${trackingId} on this list`);
  return answerOf(await s.teams.act(as, list.id, button.verb, button.data));
};

describe('a list', () => {
  it('of a subscription shows active events first, by priority, with level, type, services, regions and times', async () => {
    const list = await s.reply('ana', 'health payments');
    expect(list).toContain(shown('health.summary.title', { place: production.name }));
    expect(list.indexOf(INCIDENT)).toBeLessThan(list.indexOf('new routers'));
    expect(list.indexOf('synchronizations start late')).toBeLessThan(list.indexOf('names are not resolved'));
    expect(list).toMatch(
      /Service issue · Warning · active\nApplication.*\nApplication Gateway, Key Vault · West Europe\nSince today \d\d:\d\d · updated today/,
    );
  });

  it('without a place covers every subscription, and shows each event once with all its places', async () => {
    const list = await s.reply('ana', 'health');
    expect(list.split(INCIDENT)).toHaveLength(2);
    expect(list).toContain('Payments Production, Payments Staging');
    expect(list).toContain(shown('health.summary.lookBack'));
  });

  it('of a resource includes billing and retirements, by name or id, also of a nested resource', async () => {
    expect(await s.reply('ana', 'health vault')).toContain(plain('health.kind.retirement'));
    const nested = await s.reply('ana', `health ${database} type billing`);
    expect(nested).toContain('Storage of backups was billed twice');
    expect(nested).not.toContain(INCIDENT);
  });

  it('is paged in place, to the same page after a restart', async () => {
    const list = await s.ask('ana', `health payments ${MONTHS}`);
    const first = wordsOf(list);
    const second = await s.pressTitled('ana', list, plain('cards.list.next'));
    expect(first).toContain('Page 1 of 2');
    expect(second).toContain('Page 2 of 2');
    await s.restart();
    expect(rowsOf(await s.pressTitled('ana', list, plain('cards.list.previous')))).toBe(rowsOf(first));
    expect(rowsOf(await s.pressTitled('ana', list, plain('cards.list.next')))).toBe(rowsOf(second));
  });

  it('that could not be read completely is marked as incomplete', async () => {
    s.vendor.faults.set({ kind: 'skip-token-expired' });
    const list = await s.reply('ana', 'health payments');
    expect(list).toContain(shown('health.summary.unread', { places: production.name }));
  });
});

describe('an invalid query', () => {
  it('of a person without the right is refused, also on a button', async () => {
    const list = await s.ask('ana', 'health payments');
    await s.replaceInPolicy('read: everyone', 'read: [platform]');
    expect(await s.reply('ana', 'health payments')).toContain(shown('health.refused.read'));
    expect(await detailsOf('ana', list, 'PAYM-7K2')).toContain(plain('health.refused.read'));
    expect(await s.reply('bo', 'health payments')).toContain(INCIDENT);
  });
});

describe('details', () => {
  it('are shown only to the person who pressed, with Back', async () => {
    const list = await s.ask('ana', 'health payments');
    const before = wordsOf(list);
    const details = await detailsOf('ana', list, 'PAYM-7K2');
    for (const part of [
      'About 1 in 20 requests fails',
      'West Europe',
      'increasing delays',
      'Is any data lost?',
      '731904552',
    ]) {
      expect(details).toContain(part);
    }
    expect(details).not.toMatch(/<\/?p>|<strong>/);
    expect(linksOf(await s.formOf('ana', list))).toEqual(['https://portal.northwind.example/health/PAYM-7K2']);
    expect(wordsOf(await s.formOf('bo', list))).not.toContain('About 1 in 20 requests fails');
    expect(rowsOf(await s.pressTitled('ana', list, plain('health.button.back')))).toBe(rowsOf(before));
  });

  it('of a billing event show the fields that only the list of a resource has', async () => {
    const list = await s.ask('ana', `health ${database} type price changes, foreign exchange rate change`);
    const details = await detailsOf('ana', list, 'BILL-1FX');
    for (const part of ['0.9214 before, 0.9087 now', 'EUR', 'B-1FX-2041']) expect(details).toContain(part);
    expect(await s.pressTitled('ana', list, plain('health.button.back'))).toContain(
      'New exchange rate from US dollars',
    );
  });

  it('of an event with a field that cannot be read are shown without it, and say which', async () => {
    const script = {
      ...{
        name: 'PART-1AB',
        eventType: 'ServiceIssue',
        title: 'Queues wait',
        services: ['Queues'],
        reach: 'production',
      },
      begins: -60_000,
      properties: { recommendedActions: { actions: [{ groupId: 'first', actionText: 'Wait a little' }] } },
      stages: [{ at: 0, eventLevel: 'Error', spreads: ['West Europe'], says: 'We look into it.' }],
    };
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ scripts: [script] });
    await fetch(`${s.vendor.url}/__sandbox/health-events`, { method: 'POST', headers, body });
    const details = await detailsOf('ana', await s.ask('ana', 'health payments service Queues'), 'PART-1AB');
    expect(details).toContain(`${plain('health.label.leftOut')}\nrecommendedActions.actions.groupId`);
    expect(details).toContain('Wait a little');
  });

  it('of a deleted event are answered with the error of the vendor', async () => {
    const list = await s.ask('ana', 'health payments');
    const data = { event: 'GONE-111', subscription: production.id };
    const answer = await s.teams.act('ana', list.id, 'health.details', data);
    expect(answerOf(answer)).toContain('EventNotFound');
  });
});

describe('a sensitive event', () => {
  it('shows level, service, region and portal only, and names the people who can see more', async () => {
    const list = await s.ask('ana', 'health payments type security');
    expect(buttonsOf(list)).toEqual([]);
    expect(wordsOf(list)).toContain(shown('health.hidden.title'));
    expect(wordsOf(list)).not.toContain('images built before');
    expect(linksOf(list)).toEqual(['https://portal.northwind.example/health/SECU-3D9']);
    const data = { subscription: production.id, event: 'SECU-3D9' };
    const answer = await s.teams.act('ana', list.id, 'health.details', data);
    expect(answerOf(answer)).toBe(plain('health.details.who', { people: 'Cy Okafor' }));
    expect(s.vendor.faults.seen().some(({ path }) => path.includes('fetchEventDetails'))).toBe(false);
  });

  it.each([channels.general, personalChat('cy')])(
    'is sent only to the personal chat of Cy, after a press in %s',
    async (where) => {
      const mine = async () =>
        (await s.teams.messages(personalChat('cy'))).filter((one) => wordsOf(one).includes(SECRET));
      const before = (await mine()).length;
      const list = await s.ask('cy', 'health payments type security', { where });
      expect(await detailsOf('cy', list, 'SECU-3D9')).toBe(plain('health.details.sent'));
      const card = await s.until('the details', async () => (await mine())[before]);
      expect(wordsOf(card)).toContain(shown('health.hidden.note'));
      for (const channel of Object.values(channels)) {
        expect((await s.teams.messages(channel, 'cy')).map(wordsOf).join('\n')).not.toContain(SECRET);
      }
    },
  );

  it('is stored without its texts and title', async () => {
    const file = s.databaseUrl.replace('sqlite:', '');
    const kept = [file, `${file}-wal`]
      .filter(existsSync)
      .map((one) => readFileSync(one, 'utf8'))
      .join('');
    expect(kept).toContain('healthDetails:');
    for (const words of [SECRET, 'images built before']) expect(kept.includes(words)).toBe(false);
  });

  it('is not sent to a person who lost the right after the press', async () => {
    const list = await s.ask('cy', 'health payments type security');
    const before = (await s.teams.messages(personalChat('cy'))).length;
    s.vendor.faults.set({ kind: 'refuse', status: 503, code: 'ServerBusy', operation: 'fetchHealthEventDetails' });
    await detailsOf('cy', list, 'SECU-3D9');
    await s.replaceInPolicy('details: [security]', 'details: [platform]');
    s.vendor.faults.clear();
    s.clock.advance(600_000);
    await s.ask('cy', 'whoami', { where: personalChat('cy') });
    expect(await s.teams.messages(personalChat('cy'))).toHaveLength(before + 2);
  });

  it('that the vendor refuses to the bot is answered with the refusal', async () => {
    const operation = 'fetchHealthEventDetails';
    s.vendor.faults.set({ kind: 'refuse', status: 403, code: 'AuthorizationFailed', operation });
    const list = await s.ask('cy', 'health payments type security');
    await detailsOf('cy', list, 'SECU-3D9');
    const refusal = await s.message(personalChat('cy'), 'could not be fetched');
    expect(wordsOf(refusal)).toContain('AuthorizationFailed');
  });
});

it('a place, a service or a region that nobody knows is answered by health itself', async () => {
  expect(await s.reply('ana', 'health atlantis')).toContain('There is no place “atlantis”.');
  expect(await s.reply('ana', 'health payments service Frobnicator region Atlantis')).toContain('Frobnicator');
});

it('a press that no button of ours makes changes nothing', async () => {
  const list = await s.ask('ana', 'health payments');
  for (const data of [
    { event: '../x', subscription: production.id },
    { event: 'PAYM-7K2' },
    { event: 'PAYM-7K2', subscription: '1' },
  ]) {
    const answer = answerOf(await s.teams.act('ana', list.id, 'health.details', data));
    expect([plain('bot.refused.press'), plain('health.refused.gone')]).toContain(answer);
  }
  const page = answerOf(await s.teams.act('ana', list.id, 'health.page', { page: '-1' }));
  expect(page).toBe(plain('bot.refused.press'));
});
