import type { Turn } from '#bot/turn/turn.ts';
import type { Services } from '#features/feature.ts';
import { termMigrations } from '#features/translation/glossary/term-store.ts';
import { translation } from '#features/translation/index.ts';
import { translationSection } from '#features/translation/policy.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { noAudit } from '../../../support/audit.ts';
import { createFeatureChat, type Shown, texts } from '../../../support/feature-chat.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createTestPolicy } from '../../../support/policy.ts';
import { turnOf } from '../../../support/turn.ts';

const people = {
  ana: 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01',
  bo: 'b0b7c0de-2222-4b22-8b22-0b0b0b0b0b02',
  cy: 'c1c7c0de-3333-4c33-8c33-0c0c0c0c0c03',
} as const;
type Name = keyof typeof people;

const policyText = `
people:
  ana: { id: ${people.ana}, name: Ana Rossi }
  bo: { id: ${people.bo}, name: Bo Lind }
  cy: { id: ${people.cy}, name: Cy Okafor }
groups: { payments: [ana], platform: [bo] }
translation:
  glossary: { see: [payments], edit: [platform] }
`;

export { texts };

export const places = {
  general: { conversationId: '19:general;messageid=1', kind: 'channel', teamId: 'team' },
  finance: { conversationId: '19:finance;messageid=2', kind: 'channel', teamId: 'team' },
  elsewhere: { conversationId: '19:elsewhere;messageid=3', kind: 'channel', teamId: 'another team' },
  own: { conversationId: 'a:own', kind: 'personal' },
} as const satisfies Record<string, Turn['where']>;
type Place = keyof typeof places;

/** The glossary's commands, buttons and forms over a store in memory. */
export const createGlossaryChat = async () => {
  const database = await openDatabase('sqlite::memory:', termMigrations);
  const policy = createTestPolicy(policyText, [translationSection]);
  const clock = createManualClock();
  const services = { database, audit: noAudit, policy, clock, ids: randomIds } as unknown as Services;
  const chat = createFeatureChat(translation, services);
  let last: Shown | undefined;

  const turn = (who: Name, where: Place, more: Partial<Turn> = {}): Turn =>
    turnOf({
      who: { objectId: people[who], tenantId: 'tenant', name: who, teamsId: who },
      ...{ where: places[where], words: texts, ...more },
    });
  /** With the titles of the rows. */
  const remember = async (shown: Promise<Shown>) => {
    last = await shown;
    const rows = last.words.split('\n').filter((line) => line.includes(' → ') && !/: .* → /.test(line));
    return { ...last, rows };
  };

  return {
    database,
    say: (who: Name, where: Place, text: string) => remember(chat.say(turn(who, where), text)),
    /** Presses the nth button of this verb on the last card. */
    press(who: Name, where: Place, verb: string, nth = 0) {
      if (!last) throw new Error('no card is shown');
      const pressed = { conversationId: places[where].conversationId, activityId: '1' };
      return remember(chat.press(turn(who, where, { pressed }), last, verb, nth));
    },
    /** Sends the open form with these fields changed. */
    fill: (who: Name, where: Place, answers: Readonly<Record<string, string>>) =>
      remember(chat.fill(turn(who, where), answers)),
  };
};
