import { createRegistry } from '../../../../src/bot/commands/registry.ts';
import { route } from '../../../../src/bot/commands/router.ts';
import { advanceForm, type FormStep } from '../../../../src/bot/forms/form-engine.ts';
import type { Answer, Turn } from '../../../../src/bot/turn/turn.ts';
import type { Services } from '../../../../src/features/feature.ts';
import { termMigrations } from '../../../../src/features/translation/glossary/term-store.ts';
import { translation } from '../../../../src/features/translation/index.ts';
import { translationSection } from '../../../../src/features/translation/policy.ts';
import { AppError } from '../../../../src/lib/errors.ts';
import { randomIds } from '../../../../src/lib/ids.ts';
import { silentLog } from '../../../../src/lib/logger.ts';
import type { MessageView } from '../../../../src/sandbox/teams/api.ts';
import { openDatabase } from '../../../../src/storage/database.ts';
import { loadTexts } from '../../../../src/texts/texts.ts';
import { deafAudit } from '../../../support/audit.ts';
import { buttonsOf, fieldsOf, pressData } from '../../../support/card-view.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createTestPolicy } from '../../../support/policy.ts';
import { wordsOf } from '../../../support/steward.ts';
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

export const texts = loadTexts().for('en-GB', 'Europe/Berlin');

/** Where somebody speaks. */
export const places = {
  general: { conversationId: '19:general;messageid=1', kind: 'channel', teamId: 'team' },
  finance: { conversationId: '19:finance;messageid=2', kind: 'channel', teamId: 'team' },
  elsewhere: { conversationId: '19:elsewhere;messageid=3', kind: 'channel', teamId: 'another team' },
  own: { conversationId: 'a:own', kind: 'personal' },
} as const satisfies Record<string, Turn['where']>;

export interface Seen {
  readonly words: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly titles: readonly string[];
  /** Titles of the rows. */
  readonly rows: readonly string[];
}

/** The glossary's commands, buttons and forms over a store in memory. */
export const createBench = async () => {
  const database = await openDatabase('sqlite::memory:', termMigrations);
  const policy = createTestPolicy(policyText, [translationSection]);
  const services = {
    database,
    audit: deafAudit,
    policy,
    clock: createManualClock(),
    ids: randomIds,
  } as unknown as Services;
  const registry = createRegistry({ commands: [], actions: [], forms: [], messageActions: [], ...translation });
  let shown: Answer | undefined;
  let open: Extract<FormStep, { is: 'open' }>['open'] | undefined;

  const turn = (who: Name, where: keyof typeof places, pressed = false): Turn =>
    turnOf({
      who: { objectId: people[who], tenantId: 'tenant', name: who, teamsId: who },
      where: places[where],
      words: texts,
      ...(pressed ? { pressed: { conversationId: places[where].conversationId, activityId: '1' } } : {}),
    });

  const settle = async (at: Turn, work: () => Promise<Answer>): Promise<Seen> => {
    try {
      return see(await opened(at, await work()));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return see({ kind: 'text', text: error.textKey, values: error.values });
    }
  };

  const opened = async (at: Turn, answer: Answer): Promise<Answer> => {
    if (answer.kind !== 'form') return answer;
    return step(at, { form: answer.form, id: 'f', answers: answer.answers, asked: [], review: answer.review });
  };

  const step = async (at: Turn, from: NonNullable<typeof open>): Promise<Answer> => {
    const form = registry.form(from.form);
    if (!form) throw new Error(`no form ${from.form}`);
    const next = await advanceForm({ form, open: from, turn: at, services, log: silentLog });
    open = next.is === 'open' ? next.open : undefined;
    return next.answer;
  };

  const see = (answer: Answer): Seen => {
    shown = answer;
    if (answer.kind === 'text') {
      return { words: texts.plain(answer.text, answer.values), fields: {}, titles: [], rows: [] };
    }
    const view = viewOf(answer);
    const words = wordsOf(view);
    const rows = words.split('\n').filter((line) => line.includes(' → ') && !/: .* → /.test(line));
    return { words, fields: fieldsOf(view), titles: buttonsOf(view).map(({ title }) => title), rows };
  };

  return {
    database,
    say(who: Name, where: keyof typeof places, text: string): Promise<Seen> {
      const found = route(registry, text);
      if (found.kind !== 'command') throw new Error(`“${text}” is no command`);
      const at = turn(who, where);
      return settle(at, async () => found.command.handle(at, found.command.arguments.parse(found.arguments), services));
    },
    /** Presses the nth button of this verb on what was shown last. */
    press(who: Name, where: keyof typeof places, verb: string, nth = 0): Promise<Seen> {
      const button = buttonsOf(viewOf(shown)).filter((one) => one.verb === verb)[nth];
      if (!button) throw new Error(`no button ${verb}`);
      const action = registry.action(verb);
      if (!action) throw new Error(`nobody acts on ${verb}`);
      const at = turn(who, where, true);
      return settle(at, async () => action.handle(at, action.data.parse(pressData(button, {})), services));
    },
    /** Sends the open form with these fields changed. */
    fill(who: Name, where: keyof typeof places, answers: Readonly<Record<string, string>>): Promise<Seen> {
      const form = open;
      if (!form) throw new Error('no form is open');
      const at = turn(who, where);
      return settle(at, () => step(at, { ...form, answers: { ...form.answers, ...answers } }));
    },
  };
};

const viewOf = (answer: Answer | undefined): MessageView =>
  ({ cards: answer?.kind === 'card' ? [answer.card] : [] }) as unknown as MessageView;
