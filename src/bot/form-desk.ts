import type { BotState, TurnContext } from 'botbuilder-core';
import type { Answers } from '../cards/form.ts';
import { noticeCard } from '../cards/notice.ts';
import type { Ids } from '../lib/ids.ts';
import type { FormInput, FormRun } from './form-dialog.ts';
import type { FormStep, OpenForm } from './form-engine.ts';
import type { FormRecords } from './form-records.ts';
import type { Registry } from './registry.ts';
import { type Answer, cardAnswer, type Turn, textAnswer } from './turn.ts';

/** Opens forms, takes what people fill in, and puts them away. A form belongs to one person in one conversation. */
export interface FormDesk {
  /** @param review shows the form even where nothing is missing, for the person to look over and change */
  open(context: TurnContext, turn: Turn, name: string, answers: Answers, review?: boolean): Promise<Answer>;
  submit(context: TurnContext, turn: Turn, submitted: { id: string; name: string; inputs: Answers }): Promise<Answer>;
  cancel(context: TurnContext, turn: Turn, id: string): Promise<Answer>;
  /** A text that is no command answers the next question of the open form. @returns undefined when none is open */
  typed(context: TurnContext, turn: Turn): Promise<Answer | undefined>;
}

export interface FormDeskDeps<S> {
  readonly registry: Registry<S>;
  readonly services: S;
  readonly state: BotState;
  readonly records: FormRecords;
  readonly ids: Ids;
}

export const createFormDesk = <S>(deps: FormDeskDeps<S>): FormDesk => {
  const { registry, services, state, records, ids } = deps;
  // Dialogs cost 145 ms and 40 MB at start: they are loaded when the first form opens.
  const dialogs = () => import('./form-dialog.ts');

  const run = async (context: TurnContext, turn: Turn, input: FormInput, begin?: OpenForm) => {
    const { runForm } = await dialogs();
    const job: FormRun<S> = { registry, services, turn, input };
    const step: FormStep | undefined = await runForm(context, state, job, begin);
    if (step?.is === 'asking') await records.asked(step.open.id, turn.who.objectId, step.open.answers);
    return step;
  };

  const begin: FormDesk['open'] = async (context, turn, name, answers, review = false) => {
    const id = ids.opaque();
    const step = await run(context, turn, undefined, { form: name, id, answers, asked: [], review });
    if (!step) throw new Error('a form that was begun took no step');
    return step.answer;
  };

  return {
    open: begin,

    async submit(context, turn, { id, name, inputs }) {
      const { openFormOf } = await dialogs();
      const open = await openFormOf(context, state);
      if (open?.id === id) {
        const step = await run(context, turn, { inputs });
        if (!step) throw new Error('the open form took no step');
        if (step.is === 'ended') await records.ended(id);
        return step.answer;
      }
      const record = await records.find(id);
      if (record?.owner !== undefined && record.owner !== turn.who.objectId) return textAnswer('bot.form.notYours');
      if (record?.ended) return textAnswer('bot.form.sent');
      // Put away for its age, or another form was opened since: what was typed is shown again in a new one.
      if (!registry.form(name)) return textAnswer('bot.refused.press');
      return begin(context, turn, name, { ...record?.answers, ...inputs });
    },

    async cancel(context, turn, id) {
      const record = await records.find(id);
      if (record?.owner !== undefined && record.owner !== turn.who.objectId) return textAnswer('bot.form.notYours');
      // Pressed on a card that was left standing: what was sent is not taken back by this.
      if (record?.ended) return textAnswer('bot.form.sent');
      const { dropForm, openFormOf } = await dialogs();
      if ((await openFormOf(context, state))?.id === id) await dropForm(context, state);
      const text = turn.words.markdown('bot.form.putAway');
      return cardAnswer(noticeCard.render({ text }), text);
    },

    async typed(context, turn) {
      const { dropForm, openFormOf } = await dialogs();
      const open = await openFormOf(context, state);
      if (!open) return undefined;
      if (/^(cancel|stop|never ?mind)$/i.test(turn.text)) {
        await dropForm(context, state);
        return textAnswer('bot.form.putAway');
      }
      const step = await run(context, turn, { text: turn.text });
      if (step?.is === 'ended') await records.ended(open.id);
      return step?.answer;
    },
  };
};
