import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import type { PersonKey } from '../../sandbox/world.ts';
import { buttonsOf } from '../support/card-view.ts';
import { isRead, play, type Reach, type Stage, scriptOf } from '../support/incidents.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, plain, type RequestRef, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const where = channels.alerts;
const s = steward();

beforeAll(async () => {
  for (const place of ['payments', 'staging']) {
    await s.ask('ana', `watch health on ${place}`, { where });
  }
});

/** An incident of its own that is read by now. */
const begins = async (name: string, reach: Reach, ...more: readonly Stage[]): Promise<void> => {
  await play(s, scriptOf(name, reach, 'Error', ...more));
  await isRead(s, reach === 'both' ? 'production' : reach);
};

const resolvedAt = (at: number): Stage => ({ at, says: 'It is over.', resolves: ['West Europe'] });

const alertOf = (name: string, says = ''): Promise<MessageView> =>
  s.message(where, (message) => {
    const words = wordsOf(message);
    return (
      message.rootId === undefined && buttonsOf(message).length > 0 && words.includes(name) && words.includes(says)
    );
  });

/** Asks for access from the card of an incident. */
const askFor = async (
  as: PersonKey,
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<RequestRef> => {
  const form = await s.pressForForm(as, await alertOf(name), 'alert.offer');
  const next = await s.sendForm(as, form, { role: 'contributor', ...more });
  expect(wordsOf(next)).toContain(name);
  return s.sendRequest(as, next, { duration: '2 days' });
};

const questionsTo = async (who: PersonKey, { ref }: RequestRef): Promise<MessageView[]> =>
  (await s.teams.messages(personalChat(who), who)).filter((one) => wordsOf(one).includes(`Incident over · ${ref}`));

const questionTo = (who: PersonKey, asked: RequestRef, says: string): Promise<MessageView> =>
  s.until(`the question about ${asked.ref} with “${says}”`, async () =>
    (await questionsTo(who, asked)).find((one) => wordsOf(one).includes(says)),
  );

const passes = async (ms: number, reach: Exclude<Reach, 'both'>): Promise<void> => {
  s.clock.advance(ms);
  await isRead(s, reach);
};

describe('access that is asked for on the card of an incident', () => {
  it('names it, follows its state, and its holder is asked once when it is resolved', async () => {
    await begins('PSI1-001', 'production', resolvedAt(2 * HOUR));
    const asked = await askFor('ana', 'PSI1-001');
    const card = await s.cardOf(asked, 'PSI1-001: payments wait');
    expect(wordsOf(card)).toContain(plain('access.label.incident'));
    expect(wordsOf(card)).toContain('active');
    expect(JSON.stringify(card.cards)).toContain(encodeURIComponent(where));
    await s.pressApprove('bo', asked);
    await s.cardOf(asked, 'Eligible until');
    expect(await questionsTo('ana', asked)).toHaveLength(0);

    await passes(2 * HOUR + MINUTE, 'production');
    await s.cardOf(asked, shown('health.state.resolved'));
    const question = await questionTo('ana', asked, 'Do you still need Contributor on Payments Production?');
    expect(await s.offeredTo('ana', question)).toEqual(expect.arrayContaining(['access.keep', 'access.notNeeded']));
    await s.restart();
    expect(answerOf(await s.press('ana', question, 'access.notNeeded'))).toContain('removed by Ana Rossi');
    await s.cardOf(asked, 'Removed by Ana Rossi');
    await questionTo('ana', asked, 'Removed by Ana Rossi');
    expect(await questionsTo('ana', asked)).toHaveLength(1);
    expect(await s.listedRole('ana', 'payments', 'contributor')).toHaveLength(0);

    const history = await s.reply('bo', `history of ${asked.ref}`, { where: personalChat('bo') });
    const happened = [
      'requested it',
      'notified',
      'Bo Lind approved',
      'The vendor confirmed it',
      'asked whether it can end',
    ];
    const places = happened.map((what) => history.indexOf(what));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(history).toMatch(/R-[0-9A-Z]{5}: Ana Rossi requested it/);
    expect(await s.reply('fi', `history of ${asked.ref}`, { where: personalChat('fi') })).toBe(
      shown('requests.unknown', { ref: asked.ref }),
    );
  });

  it('is kept by its holder until its end, and nobody is asked again when the incident comes back', async () => {
    await begins(
      'PSI1-002',
      'staging',
      resolvedAt(HOUR),
      {
        ...{ at: 3 * HOUR, says: 'It is back.', spreads: ['West Europe'] },
      },
      resolvedAt(5 * HOUR),
    );
    const asked = await askFor('ana', 'PSI1-002');
    await s.pressApprove('bo', asked);
    await s.cardOf(asked, 'Eligible until');
    await passes(HOUR + MINUTE, 'staging');
    const question = await questionTo('ana', asked, 'is resolved');
    expect(answerOf(await s.press('ana', question, 'access.keep'))).toContain('You keep Contributor');
    await questionTo('ana', asked, 'You keep Contributor');
    await passes(2 * HOUR, 'staging');
    await s.cardOf(asked, 'active');
    await passes(2 * HOUR, 'staging');
    await s.cardOf(asked, shown('health.state.resolved'));
    expect(await questionsTo('ana', asked)).toHaveLength(1);
    expect(await s.listedRole('ana', 'staging', 'contributor')).toHaveLength(1);
  });

  it('of an incident whose texts are hidden says its id and its state only', async () => {
    await begins('PSI1-004', 'staging', { at: HOUR, says: 'A name.', changes: { isEventSensitive: true } });
    const asked = await askFor('di', 'PSI1-004');
    await s.cardOf(asked, 'PSI1-004: payments wait');
    await passes(HOUR + MINUTE, 'staging');
    await s.until('the request without the words of its incident', async () => {
      const words = wordsOf(await s.cardOf(asked, 'PSI1-004'));
      return !words.includes('payments wait') && words.includes('active');
    });
    await s.press('di', await s.cardOf(asked), 'change.cancel');
  });
});

it('What changed on the card of an incident lists what was granted in the affected places, and leads back', async () => {
  await begins('PSI1-005', 'production');
  const asked = await s.requestApproved('ana', 'contributor on ledger for 2 days because I look into it');
  await s.cardOf(asked, 'Eligible until');
  const pressed = await s.press('fi', await alertOf('PSI1-005'), 'requests.changed');
  expect(answerOf(pressed)).toContain(shown('requests.list.changedAt', { place: 'Payments Production' }));
  const list = answerOf(await s.press('bo', await alertOf('PSI1-005'), 'requests.changed'));
  expect(list).toContain('Contributor on Ledger');
  expect(list).toContain(plain('requests.list.back'));
});
