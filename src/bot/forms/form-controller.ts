import { createHash } from 'node:crypto';
import type { BotState, TurnContext } from 'botbuilder-core';
import type { Registry } from '#bot/commands/registry.ts';
import type { Services } from '#bot/services.ts';
import type { ChoiceSearch } from '#bot/turn/read-turn.ts';
import { type Answer, type CardRef, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { Log } from '#platform/lib/logger.ts';
import { type Markdown, normalise } from '#platform/lib/text.ts';
import { type Answers, type Choice, ONCE_MORE, PAGE } from '#teams/cards/form.ts';
import { noticeCard } from '#teams/cards/notice-card.ts';
import { searchChoices } from './choice-match.ts';
import { closeCard, updateShownCard } from './form-cards.ts';
import type { FormInput, FormRun } from './form-dialog.ts';
import type { FormStep, OpenForm } from './form-engine.ts';
import { searchedField } from './form-page.ts';
import type { FormRecord, FormRecords } from './form-store.ts';
import { formWordIn } from './form-words.ts';
import { dropForm, noteReminder, openFormOf } from './open-form.ts';
import type { ReadSentence, Wish } from './sentence.ts';

/** The data of a press on a form's card or in its dialog. */
interface FormPress {
  readonly id: string;
  readonly name: string;
  readonly inputs: Answers;
}

/** Opens, checks, submits and closes forms. A form belongs to one person in one conversation. */
export interface FormController {
  /**
   * @param review shows the form even if nothing is missing, so that the person can review and change it
   * @param note what the form says of the sentence that opened it; absent where a command or a button did
   */
  open(
    context: TurnContext,
    turn: Turn,
    name: string,
    answers: Answers,
    review?: boolean,
    note?: Markdown,
  ): Promise<Answer>;
  submit(context: TurnContext, turn: Turn, press: FormPress): Promise<Answer>;
  /** To the page before, with all answers; what was typed on this page is kept as it is. */
  back(context: TurnContext, turn: Turn, press: FormPress): Promise<Answer>;
  cancel(context: TurnContext, turn: Turn, press: FormPress): Promise<Answer>;
  /** Opens the form of a card in a dialog. */
  window(context: TurnContext, turn: Turn, press: FormPress): Promise<Answer>;
  /** Goes on with another form, which the press names: it takes over card and answers. */
  switch(context: TurnContext, turn: Turn, press: FormPress): Promise<Answer>;
  /**
   * A text that is no command answers the open form, or steers it as “send”, “skip”, “back” and “cancel” do.
   * @param wish what the text means in the person's own words
   * @returns undefined when no form is open, none of its questions, or the text is rather that wish
   */
  typed(context: TurnContext, turn: Turn, wish: () => Wish | undefined): Promise<Answer | undefined>;
  /** Whether a text is what the marked question of the open form can be answered with, although it may be a command too. */
  takes(context: TurnContext, turn: Turn): Promise<boolean>;
  /** After a text that was no answer: that a form from before is still open, once for each time that it is shown. */
  reminder(context: TurnContext, turn: Turn): Promise<Markdown | undefined>;
  /** The choices of a searchable field that this person may take and that fit what they type. */
  search(context: TurnContext, turn: Turn, search: ChoiceSearch): Promise<readonly Choice[]>;
}

interface FormControllerDeps {
  readonly registry: Registry;
  readonly services: Services;
  readonly state: BotState;
  readonly records: FormRecords;
  /** What a whole sentence says of a form's questions. */
  readonly readSentence: ReadSentence;
  readonly log: Log;
}

export const createFormController = (deps: FormControllerDeps): FormController => {
  const { registry, services, state, records, readSentence, log } = deps;
  // botbuilder-dialogs costs 145 ms and 40 MB: it is loaded when the first form opens.
  const dialogs = () => import('./form-dialog.ts');

  const run = async (context: TurnContext, turn: Turn, input: FormInput, begin?: OpenForm) => {
    const { runForm } = await dialogs();
    const formRun: FormRun = { registry, services, turn, input, log, readSentence };
    const step: FormStep | undefined = await runForm(context, state, formRun, begin);
    if (step?.is !== 'open') return step;
    await records.save(turn.who.objectId, step.open);
    return followed(context, turn, step);
  };

  /** Where the form is posted once more, its older card closes itself. */
  const followed = (context: TurnContext, turn: Turn, { answer, open }: FormStep & { is: 'open' }): FormStep => {
    if (answer.kind !== 'card') return { is: 'open', answer, open };
    const posted = async (card: CardRef): Promise<void> => {
      try {
        const older = await records.move(open.id, card);
        if (older) await closeCard(context, turn, older, turn.words.markdown('bot.form.continued'), log);
      } catch (error) {
        log.warn('form card not recorded', { correlation: turn.correlation, error });
      }
    };
    return { is: 'open', answer: { ...answer, posted }, open };
  };

  /** The press without values that must never be stored, such as a password. */
  const withoutSecrets = async <P extends FormPress>(press: P): Promise<P> => ({
    ...press,
    inputs: (await registry.form(press.name)?.receive?.(press.inputs)) ?? press.inputs,
  });

  const begin = async (
    context: TurnContext,
    turn: Turn,
    form: Omit<OpenForm, 'asked'>,
    press: { readonly mark?: string; readonly back?: string | undefined } = {},
  ): Promise<FormStep> => {
    const unseen = turn.dialog !== undefined && form.card === undefined;
    const step = await run(context, turn, { inputs: {}, ...press }, { ...form, asked: [], unseen });
    if (!step) throw new Error('the new form was not handled');
    return step;
  };

  /** Continues the open form. A dialog closes on an error; its answers are saved for the next time it is opened. */
  const proceed = async (
    context: TurnContext,
    turn: Turn,
    open: OpenForm,
    inputs: Answers,
    mark: string,
  ): Promise<FormStep> => {
    try {
      const step = await run(context, turn, { inputs, mark });
      if (!step) throw new Error('the open form was not handled');
      return step;
    } catch (error) {
      if (turn.dialog) await records.save(turn.who.objectId, { ...open, answers: { ...open.answers, ...inputs } });
      throw error;
    }
  };

  /** Shows the form with the answers so far, without submitting it. @param back the page from which the person goes back */
  const reopen = async (
    context: TurnContext,
    turn: Turn,
    { id, name, inputs }: FormPress,
    cardIn: (record: FormRecord | undefined) => CardRef | undefined,
    back?: string,
  ): Promise<Answer> => {
    const record = await records.find(id);
    const refused = refusal(record, turn);
    if (refused) return refused;
    if (!registry.form(name)) return textAnswer('bot.refused.press');
    const found = await openFormOf(context, state);
    const reopened = {
      form: name,
      id: record ? id : formIdOf(turn),
      answers: { ...record?.answers, ...inputs },
      ...(found?.id === id ? carriedOver(found) : {}),
      review: true,
      card: cardIn(record),
    };
    return (await begin(context, turn, reopened, { back })).answer;
  };

  const goBack = async (context: TurnContext, turn: Turn, press: FormPress): Promise<Answer> => {
    const { inputs, ...read } = await withoutSecrets(press);
    // A card from before it told its page has the button on the page without questions only.
    const { [PAGE]: page = '', ...answers } = inputs;
    return reopen(context, turn, { ...read, inputs: answers }, (record) => record?.card, page);
  };

  /** The answer to a submitted form may have been lost: some forms can repeat it. */
  const sentBefore = async (record: FormRecord | undefined, turn: Turn, { id, name }: FormPress) =>
    record?.ended && record.owner === turn.who.objectId
      ? registry.form(name)?.again?.({ answers: record.answers, turn, services, form: id })
      : undefined;

  return {
    async open(context, turn, form, given, review = false, note) {
      const { id, inputs: answers } = await withoutSecrets({ id: formIdOf(turn), name: form, inputs: given });
      const opened = { form, id, answers, review, note, ...(note === undefined ? {} : { bySentence: true }) };
      return (await begin(context, turn, opened)).answer;
    },

    async submit(context, turn, press) {
      const { id, name, inputs: received } = await withoutSecrets(press);
      const { [ONCE_MORE]: mark = '', ...inputs } = received;
      const { [PAGE]: _page, ...answered } = inputs;
      const found = await openFormOf(context, state);
      const open = found?.id === id ? found : undefined;
      const record = open ? undefined : await records.find(id);
      const refused = (await sentBefore(record, turn, press)) ?? refusal(record, turn);
      if (refused) return refused;
      if (!registry.form(name)) return textAnswer('bot.refused.press');
      const card = (open ?? record)?.card;
      const here = pressedOn(turn, card);
      // The form is too old, another one was opened since, or a copy of this press is submitting it now: the same id makes
      // sure that there is only one change.
      const reopened = {
        form: name,
        id: record ? id : formIdOf(turn),
        answers: { ...record?.answers, ...answered },
        card,
      };
      const step = open
        ? await proceed(context, here, open, inputs, mark)
        : await begin(context, here, reopened, { mark });
      if (step.is === 'open') return step.answer;
      await records.end(id);
      await updateShownCard(context, turn, card, step.answer, log);
      return step.answer;
    },

    async cancel(context, turn, { id }) {
      const record = await records.find(id);
      // The card may be old: a submitted form cannot be cancelled.
      const refused = refusal(record, turn);
      if (refused) return refused;
      if ((await openFormOf(context, state))?.id === id) await dropForm(context, state);
      if (turn.dialog) {
        const putAway = textAnswer('bot.form.putAway');
        await updateShownCard(context, turn, record?.card, putAway, log);
        return putAway;
      }
      const text = turn.words.markdown('bot.form.putAway');
      return cardAnswer(noticeCard.render({ text }), text);
    },

    back: goBack,
    switch: async (context, turn, press) =>
      reopen(context, turn, await withoutSecrets(press), (record) => record?.card),
    window: async (context, turn, press) =>
      reopen(context, turn, await withoutSecrets(press), (record) => turn.pressed ?? record?.card),

    async search(context, turn, { dataset, text, skip, top }) {
      const [name = '', id = ''] = dataset.split('/');
      const form = registry.form(name);
      if (!form) return [];
      const open = await openFormOf(context, state);
      const answers = open?.form === name ? open.answers : {};
      const field = await searchedField(form, id, { answers, turn, services, form: open?.id ?? '' });
      return searchChoices(field?.choices ?? [], text).slice(skip, skip + top);
    },

    async typed(context, turn, wish) {
      const open = await openFormOf(context, state);
      if (!open || open.unseen) return undefined;
      const word = formWordIn(turn.text, turn.words);
      if (word === 'back') return goBack(context, turn, pressOn(open));
      const card = (await records.find(open.id))?.card;
      if (word === 'cancel') {
        await dropForm(context, state);
        if (card) await closeCard(context, turn, card, turn.words.markdown('bot.form.putAway'), log);
        return textAnswer('bot.form.putAway');
      }
      const step = await run(context, turn, { text: turn.text, wish });
      if (step?.is !== 'ended') return step?.answer;
      await records.end(open.id);
      if (card) await closeCard(context, turn, card, turn.words.markdown('bot.form.continued'), log);
      return step.answer;
    },

    async takes(context, turn) {
      const open = await openFormOf(context, state);
      if (!open || open.unseen) return false;
      return open.titles?.some((title) => normalise(title) === normalise(turn.text)) === true;
    },

    async reminder(context, turn) {
      const open = await openFormOf(context, state);
      if (!open || open.unseen || open.reminded || open.id === formIdOf(turn)) return undefined;
      await noteReminder(context, state);
      const { question: label } = open;
      const { words } = turn;
      return label === undefined
        ? words.markdown('bot.form.stillOpen')
        : words.markdown('bot.form.stillAsks', { label });
    },
  };
};

/** What stays of an open form whose page is shown anew. */
const carriedOver = ({ skipped = [], everShown = [], bySentence = false }: OpenForm) => ({
  skipped,
  everShown,
  bySentence,
});

/** “back” does the same as the button of the page that was shown last. */
const pressOn = ({ id, form, asked }: OpenForm): FormPress => ({ id, name: form, inputs: { [PAGE]: asked.join(' ') } });

/** Refuses another person's form, and a form that was submitted. */
const refusal = (record: FormRecord | undefined, { who }: Turn): Answer | undefined => {
  if (record && record.owner !== who.objectId) return textAnswer('bot.form.notYours');
  return record?.ended ? textAnswer('bot.form.sent') : undefined;
};

/** A press in a dialog counts for the card that opened the dialog. */
const pressedOn = (turn: Turn, card: CardRef | undefined): Turn =>
  turn.pressed || !turn.dialog || !card ? turn : { ...turn, pressed: card };

/** Derived from the activity that opens it: if that is repeated after a crash, it is the same form, with the same effects. */
const formIdOf = ({ source }: Turn): string => createHash('sha256').update(source).digest('base64url');
