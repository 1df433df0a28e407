import type { Activity, TurnContext } from 'botbuilder-core';
import { StewardAdapter } from '#bot/adapter.ts';
import type { Dispatcher } from '#bot/commands/dispatch.ts';
import { type HandlerDeps, StewardHandler, VERIFIED } from '#bot/handler.ts';
import type { LateReplies } from '#bot/reply/late-replies.ts';
import { createPostReply } from '#bot/reply/post-reply.ts';
import { createTyping } from '#bot/reply/typing.ts';
import { cardAnswer, delivered, formAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { createZones } from '#bot/turn/zone.ts';
import { AppError } from '#platform/lib/errors.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { noticeCard } from '#teams/cards/notice-card.ts';
import { ConnectorError } from '#teams/connector/errors.ts';
import invokeFamilies from '../fixtures/bot/invoke-families.json' with { type: 'json' };
import silentActivities from '../fixtures/bot/silent-activities.json' with { type: 'json' };
import { activityOf } from '../support/activity.ts';
import { noAudit } from '../support/audit.ts';
import { createFakeConnector } from '../support/fake-connector.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createTestPolicy } from '../support/policy.ts';

const texts = loadTexts();
const { plain } = texts.for('en');
const fails = (error: unknown) => () => Promise.reject(error);
const member = { id: '29:ana', objectId: 'ana', name: 'Ana', email: '', guest: false, foreign: false };

/** A handler whose dispatcher does what a test wants, and the turns that reached it. */
const bench = (
  acts: Partial<Dispatcher & Pick<LateReplies, 'keep'>> = {},
  guard: HandlerDeps['guard'] = async () => ({}),
) => {
  const turns: Turn[] = [];
  const clock = createManualClock();
  const connector = createFakeConnector();
  const known = { ...connector, member: connector.member };
  const seen: Dispatcher = {
    text: async (context, turn) => (acts.text ?? (async () => delivered))(context, turn),
    async press(context, turn, press) {
      turns.push(turn);
      return (acts.press ?? (async () => delivered))(context, turn, press);
    },
    withoutButtons: async (turn, press) => (acts.withoutButtons ?? (async () => delivered))(turn, press),
    search: async (context, turn, search) => (acts.search ?? (async () => []))(context, turn, search),
    async messageAction(context, turn, name, message) {
      turns.push(turn);
      return (acts.messageAction ?? (async () => delivered))(context, turn, name, message);
    },
  };
  const ids = { guid: () => 'guid', opaque: () => 'c-1', ordered: () => 'c-1' };
  const policy = createTestPolicy('people: {}', []);
  const post = createPostReply({ keep: acts.keep ?? (async () => {}) }, silentLog);
  const typing = createTyping(known, () => () => {});
  const handler = new StewardHandler({
    audit: noAudit,
    ...{ dispatcher: seen, connector: known, policy, guard, post, typing, texts, clock, ids, log: silentLog },
    zones: createZones(),
  });
  const adapter = new StewardAdapter(known, () => false);
  const hand = async (activity: object): Promise<unknown> => {
    const verified = activityOf({ type: 'invoke', locale: 'en', ...activity });
    return adapter.process(verified.raw as Partial<Activity>, (context: TurnContext) => {
      context.turnState.set(VERIFIED, verified);
      return handler.run(context);
    });
  };
  return { hand, turns, known, connector };
};

const submit = { name: 'task/submit', value: { data: { verb: 'a.b' } } };
const fromMenu = { name: 'composeExtension/submitAction', value: { data: { verb: 'a.b' } } };
const message = (value: string) => ({ task: { type: 'message', value } });

describe('every invoke gets a body of its family', () => {
  const refused = plain('bot.refused.press');
  const strip = { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: refused };
  const bodies: Readonly<Record<string, object>> = {
    strip,
    dialog: message(refused),
    extension: { composeExtension: { type: 'message', text: refused } },
  };
  it.each(invokeFamilies)('$name with nothing in it', async ({ name, family }) => {
    expect(await bench().hand({ name })).toEqual(bodies[family]);
  });
});

describe('a dialog', () => {
  it('goes on with a card', async () => {
    const card = noticeCard.render({ text: escapeMarkdown('so') });
    const { hand } = bench({ press: async () => cardAnswer(card, 'So it is') });
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', content: card };
    expect(await hand(submit)).toEqual({
      task: { type: 'continue', value: { title: 'So it is', height: 'medium', width: 'medium', card: attachment } },
    });
  });

  it('ends with a sentence', async () => {
    const { hand } = bench({ press: async () => textAnswer('bot.form.putAway') });
    expect(await hand(submit)).toEqual(message(plain('bot.form.putAway')));
  });

  const faultLine = { text: plain('bot.error.fault'), code: 'Steward.Fault', correlation: 'c-1' };

  it.each([
    [
      'what is not allowed in a sentence',
      new AppError({ code: 'Policy.Guest', text: 'bot.refused.guest' }),
      plain('bot.refused.guest'),
    ],
    ['a fault of ours with a code and an id', new Error('the secret is s3cret'), plain('bot.error.line', faultLine)],
  ])('tells %s', async (_what, error, line) => {
    expect(await bench({}, fails(error)).hand(submit)).toEqual(message(line));
    expect(await bench({ press: fails(error) }).hand(submit)).toEqual(message(line));
  });

  it('is answered in time although the work goes on', async () => {
    const { hand, turns } = bench({ press: () => new Promise(() => {}) });
    jest.useFakeTimers();
    const answer = hand(submit);
    await jest.advanceTimersByTimeAsync(4_000);
    jest.useRealTimers();
    expect(await answer).toEqual(message(plain('bot.error.slow', { correlation: 'c-1' })));
    expect(turns).toHaveLength(1);
  });

  it('shows a fault for a form that was not opened, and does not fail', async () => {
    expect(JSON.stringify(await bench({ press: async () => formAnswer('x') }).hand(submit))).toContain('Steward.Fault');
  });
});

describe('a message action', () => {
  it('is answered in the conversation where the bot is a member', async () => {
    const { hand, turns, known } = bench();
    known.member = async () => member;
    expect(await hand(fromMenu)).toEqual(message(plain('bot.answer.delivered', { kind: 'channel' })));
    expect(turns[0]?.where.conversationId).toBe('19:c@thread.tacv2;messageid=1');
  });

  it.each(['left', 'gone'] as const)(
    'is answered in the personal chat where the bot is no member (%s)',
    async (kind) => {
      const { hand, turns, known } = bench();
      known.member = fails(new ConnectorError(kind));
      expect(await hand(fromMenu)).toEqual(message(plain('bot.answer.delivered', { kind: 'personal' })));
      expect(turns[0]?.where).toEqual({ conversationId: 'a:aaaabbbb-cccc-4ddd-8eee-ffff00001111', kind: 'personal' });
    },
  );

  it('is answered in the conversation when the roster cannot be read', async () => {
    const { hand, turns, known } = bench();
    known.member = fails(new ConnectorError('busy'));
    await hand(fromMenu);
    expect(turns[0]?.where.kind).toBe('channel');
  });
});

describe('the answer to a file consent card, of which Teams shows nothing', () => {
  const said = { name: 'fileConsent/invoke', value: { action: 'decline', context: { verb: 'a.file' } } };

  it.each([
    ['a word', async () => textAnswer('bot.error.fault')],
    ['a refusal', fails(new AppError({ code: 'Policy.Guest', text: 'bot.refused.guest' }))],
  ])('is answered with a message: %s', async (_what, press) => {
    const { hand, connector } = bench({ press });
    expect(await hand(said)).toMatchObject({ statusCode: 200 });
    expect(connector.calls.map(({ act }) => act)).toEqual(['send']);
  });

  it('that can be neither posted nor stored fails no turn', async () => {
    const press = async () => textAnswer('bot.error.fault');
    const { hand, connector } = bench({ press, keep: fails(new Error('the disk is full')) });
    connector.next('send', () => {
      throw new ConnectorError('throttled');
    });
    expect(await hand(said)).toMatchObject({ statusCode: 200 });
  });

  it('needs no message where its card shows the result', async () => {
    const { hand, connector } = bench();
    expect(await hand(said)).toMatchObject({ statusCode: 200 });
    expect(connector.calls).toEqual([]);
  });
});

describe('an activity that needs no answer', () => {
  it.each(silentActivities)('$type has no effect', async ({ type, more }) => {
    const mention = { type: 'mention', text: '<at>Steward</at>', mentioned: { id: '28:bot' } };
    const { hand, connector } = bench({ text: fails(new Error('nothing was said')) });
    expect(await hand({ type, entities: [mention], ...more })).toBeUndefined();
    expect(connector.calls).toEqual([]);
  });
});
