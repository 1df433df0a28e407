import { mentionsBot } from '#bot/turn/mentions.ts';
import { readTurn } from '#bot/turn/read-turn.ts';
import type { Turn } from '#bot/turn/turn.ts';
import { createZones } from '#bot/turn/zone.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import rows from '../../fixtures/bot/read-turn.json' with { type: 'json' };
import { activityOf } from '../../support/activity.ts';
import { createTestPolicy } from '../../support/policy.ts';

const texts = loadTexts();
const ids = { guid: () => 'guid', opaque: () => 'opaque', ordered: () => 'opaque' };
const BOT = '28:bot';
const NOW = Date.parse('2026-03-02T09:00:00Z');

const policy = createTestPolicy('people: {}', []).current();
const turn = (more: object = {}): Turn =>
  readTurn(activityOf(more), { now: NOW, ids, texts, policy, zones: createZones() });
const mention = (text: string, id = BOT) => ({ type: 'mention', text, mentioned: { id, name: 'x' } });
const said = (text: string, ...entities: object[]): string => turn({ text, entities }).text;

describe('the typed text', () => {
  it.each(rows.mentions)('$text is read without the mention', ({ text, words }) => {
    expect(said(text, mention('<at>Steward</at>'))).toBe(words);
  });

  it('keeps text that only looks like a mention', () => {
    expect(said('<at>Steward</at> help')).toBe('<at>Steward</at> help');
  });

  it('loses characters that hide or reverse text', () => {
    expect(said('he\u202elp\u200b')).toBe('help');
  });

  it('is cut where it is longer than a message of Teams', () => {
    expect(said('x'.repeat(200_000)).length).toBe(100_000);
  });

  it('is empty for an activity without text', () => {
    expect(turn({ text: null }).text).toBe('');
  });
});

describe('entities', () => {
  it.each([
    ['none', undefined],
    ['a word', 'x'],
    ['of unknown shapes', [1, null, { type: 7 }, { mentioned: 'x' }]],
  ])('that are %s are ignored', (_what, entities) => {
    expect(turn({ text: 'help', entities }).text).toBe('help');
  });

  it('show whether the bot was mentioned', () => {
    expect(mentionsBot(activityOf({ entities: [mention('<at>Steward</at>')] }))).toBe(true);
    expect(mentionsBot(activityOf({ entities: [mention('<at>Bo</at>', '29:bo')] }))).toBe(false);
  });
});

describe('the person', () => {
  it('has the directory’s object id in lower case', () => {
    expect(turn().who.objectId).toBe('aaaabbbb-cccc-4ddd-8eee-ffff00001111');
  });

  it('has a name on one line, of a length that a card can show', () => {
    const name = `Ana\n\u202e${'Rossi '.repeat(100)}`;
    expect(turn({ from: { id: '29:ana', name, aadObjectId: 'a' } }).who.name).toMatch(/^Ana Rossi .{1,90} \(…a\)$/);
  });

  it('without a name is a question mark with the end of the object id', () => {
    expect(turn({ from: { id: '29:ana', aadObjectId: 'a-123456' } }).who.name).toBe('? (…3456)');
  });
});

describe('language and zone', () => {
  it.each(rows.locales)('$more gives the language $locale', ({ more, locale }) => {
    expect(turn(more).words.locale).toBe(locale);
  });

  it.each(rows.zones)('$more is in the zone $zone', ({ more, zone }) => {
    expect(turn(more).zone).toBe(zone);
  });
});

it('a message without a zone is in the one that the person was last seen in, unless its offset is another one', () => {
  const zones = createZones();
  const zoneOf = (more: object) => {
    const { zone, zoneIs } = readTurn(activityOf(more), { now: NOW, ids, texts, policy, zones });
    return zoneIs === undefined ? zone : `${zone}, ${zoneIs}`;
  };
  expect(zoneOf({})).toBe('UTC, unknown');
  expect(zoneOf({ localTimezone: 'Europe/Zurich' })).toBe('Europe/Zurich');
  expect(zoneOf({})).toBe('Europe/Zurich, guessed');
  expect(zoneOf({ localTimestamp: '2026-03-02T10:00:00+01:00' })).toBe('Europe/Zurich, guessed');
  expect(zoneOf({ localTimestamp: '2026-03-02T14:30:00+05:30' })).toBe('+05:30, guessed');
  expect(zoneOf({ from: { id: '29:bo', aadObjectId: 'b' } })).toBe('UTC, unknown');
});

describe('the place', () => {
  it('is the thread, with the id of the team', () => {
    expect(turn().where).toEqual({
      conversationId: '19:c@thread.tacv2;messageid=1',
      kind: 'channel',
      teamId: '19:t',
    });
  });

  it.each([
    ['personal', 'personal'],
    ['groupChat', 'group'],
    ['channel', 'channel'],
    [null, 'personal'],
  ])('of the type %s is %s', (conversationType, kind) => {
    expect(turn({ conversation: { id: 'a:1', tenantId: 't', conversationType } }).where.kind).toBe(kind);
  });

  it.each(rows.kinds)(
    '$conversation with the channel data $channelData is of the kind $kind',
    ({ conversation, channelData, kind }) => {
      expect(turn({ conversation: { tenantId: 't', ...conversation }, channelData }).where.kind).toBe(kind);
    },
  );
});

it('a chat between two people is no personal chat, and only what mentions the bot is for it', () => {
  const conversation = { id: '19:ana_bo@unq.gbl.spaces', tenantId: 't', conversationType: 'personal' };
  expect(turn({ conversation }).where.kind).toBe('group');
});

describe('a press', () => {
  it('is answered within the 5 s that Teams gives it, a message may take longer', () => {
    expect(turn({ type: 'invoke' }).answerBy - NOW).toBeLessThan(5_000);
    expect(turn().answerBy).toBeGreaterThan(turn({ type: 'invoke' }).answerBy);
  });

  it.each(['adaptiveCard/action', 'task/fetch'])('knows the card that was pressed (%s)', (name) => {
    expect(turn({ type: 'invoke', name, replyToId: '16' }).pressed).toEqual({
      conversationId: '19:c@thread.tacv2;messageid=1',
      activityId: '16',
    });
  });

  it.each(['task/submit', 'composeExtension/fetchTask', 'composeExtension/submitAction', 'fileConsent/invoke'])(
    'is no press on a card of the conversation when it is %s',
    (name) => {
      expect(turn({ type: 'invoke', name, replyToId: '16' }).pressed).toBeUndefined();
    },
  );

  it('is answered in a dialog where Teams shows one, and within 3 s there', () => {
    const dialog = turn({ type: 'invoke', name: 'task/submit' });
    expect([dialog.dialog, dialog.answerBy - NOW]).toEqual([true, 3_000]);
    expect(turn({ type: 'invoke', name: 'adaptiveCard/action' }).dialog).toBeUndefined();
    expect(turn({ name: 'task/submit' }).dialog).toBeUndefined();
  });

  it('is not a message in a thread', () => {
    expect(turn({ replyToId: '16' }).pressed).toBeUndefined();
  });
});

it('the source of a turn is unique by conversation and activity', () => {
  expect(turn().source).toBe('19:c@thread.tacv2;messageid=1 17');
});
