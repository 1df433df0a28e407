import { createRegistry } from '#bot/commands/registry.ts';
import { route } from '#bot/commands/router.ts';
import { advanceForm, type FormStep } from '#bot/forms/form-engine.ts';
import type { Answer, Turn } from '#bot/turn/turn.ts';
import type { Feature, Services } from '#features/feature.ts';
import { AppError } from '#platform/lib/errors.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import { buttonsOf, fieldsOf, pressData } from './card-view.ts';
import { wordsOf } from './steward.ts';

export const texts = loadTexts().for('en-GB', 'Europe/Berlin');

/** What a person sees of an answer. */
export interface Shown {
  readonly words: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Of the buttons. */
  readonly titles: readonly string[];
  readonly answer: Answer;
}

type OpenForm = Extract<FormStep, { is: 'open' }>['open'];
type Data = Readonly<Record<string, unknown>>;

const viewOf = (answer: Answer): MessageView =>
  ({ cards: answer.kind === 'card' ? [answer.card] : [] }) as unknown as MessageView;

const shownOf = (answer: Answer): Shown => {
  if (answer.kind === 'text') return { words: texts.plain(answer.text, answer.values), fields: {}, titles: [], answer };
  const view = viewOf(answer);
  return { words: wordsOf(view), fields: fieldsOf(view), titles: buttonsOf(view).map(({ title }) => title), answer };
};

/**
 * The commands, buttons and forms of one feature, without Teams.
 * @param drawn what an answer shows, where the outbox draws it
 */
export const createFeatureChat = (
  feature: Feature,
  services: Services,
  drawn: (answer: Answer) => Promise<Answer> = async (answer) => answer,
) => {
  const registry = createRegistry({ commands: [], actions: [], forms: [], messageActions: [], ...feature });
  let open: OpenForm | undefined;

  /** @param mark what the page showed whose button is pressed */
  const step = async (turn: Turn, from: OpenForm, mark?: string): Promise<Answer> => {
    const form = registry.form(from.form);
    if (!form) throw new Error(`no form ${from.form}`);
    const next = await advanceForm({ form, open: from, turn, services, log: silentLog, mark });
    open = next.is === 'open' ? next.open : undefined;
    return next.answer;
  };
  const opened = async (turn: Turn, answer: Answer): Promise<Answer> => {
    if (answer.kind !== 'form' || !registry.form(answer.form)) return answer;
    return step(turn, { form: answer.form, id: 'f', answers: answer.answers, asked: [], review: answer.review });
  };
  const show = async (turn: Turn, work: () => Promise<Answer>): Promise<Shown> => {
    try {
      return shownOf(await drawn(await opened(turn, await work())));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return shownOf({ kind: 'text', text: error.textKey, values: error.values });
    }
  };
  const act = (turn: Turn, verb: string, data: Data): Promise<Shown> => {
    const action = registry.action(verb);
    if (!action) throw new Error(`no action ${verb}`);
    return show(turn, async () => action.handle(turn, action.data.parse(data), services));
  };

  return {
    act,
    say(turn: Turn, text: string): Promise<Shown> {
      const found = route(registry, text);
      if (found.kind !== 'command') throw new Error(`“${text}” is no command`);
      const { command } = found;
      return show(turn, async () => command.run(turn, found.arguments, services));
    },
    /** Presses the nth button of this verb on a card. */
    press(turn: Turn, { answer, words }: Shown, verb: string, nth = 0): Promise<Shown> {
      const button = buttonsOf(viewOf(answer)).filter((one) => one.verb === verb)[nth];
      if (!button) throw new Error(`no button ${verb} on:\n${words}`);
      return act(turn, verb, pressData(button, {}));
    },
    /** Sends the open form with these fields changed. */
    fill(turn: Turn, answers: Readonly<Record<string, string>>): Promise<Shown> {
      const form = open;
      if (!form) throw new Error('no form is open');
      return show(turn, () => step(turn, { ...form, answers: { ...form.answers, ...answers } }, form.mark));
    },
    /** What the outbox draws now. */
    redrawn: async (): Promise<Shown> => shownOf(await drawn({ kind: 'delivered' })),
  };
};
