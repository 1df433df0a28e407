import type { Form, FormContext } from '../../../bot/commands/registry.ts';
import { delivered } from '../../../bot/turn/turn.ts';
import type { FormPage } from '../../../cards/form.ts';
import { AppError } from '../../../lib/errors.ts';
import { oneLine } from '../../../lib/text.ts';
import { draftOf, WATCH_FORM } from '../draft.ts';
import { languageAt, setUpWatch } from '../keep-watch.ts';
import { requireWatcher } from '../rights.ts';
import { watchFields } from '../watch-fields.ts';
import { recordWatch } from '../watch-record.ts';
import { showWatch, spotOf } from './commands.ts';

type Context = FormContext;

/** What to watch, where, and when to ring; one sentence may say it all. */
export const watchForm: Form = {
  name: WATCH_FORM,
  pages: [page],
  async submit(context) {
    const { services, turn } = context;
    requireWatcher(services.policy.current(), turn.who.objectId);
    try {
      const watch = await setUpWatch(services, draftHere(context), spotOf(turn, services));
      await recordWatch(services, turn.who.objectId, 'watch set up', watch);
      return turn.pressed ? showWatch(turn, services, watch) : delivered;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { kind: 'wrong', errors: {}, problem: turn.words.plain(error.textKey, error.values) };
    }
  },
};

/** It speaks the conversation's language, and the zone of whoever sets it up. */
const draftHere = ({ answers, services, turn }: Context) => {
  const { words, who, where, zone } = turn;
  const policy = services.policy.current();
  const language = languageAt(policy, where.conversationId, words.locale);
  const [conversationId = ''] = where.conversationId.split(';', 1);
  const createdBy = { objectId: who.objectId, name: who.name };
  return draftOf({
    answers,
    policy,
    sources: services.alerts.sources,
    about: { conversationId, zone, language, createdBy },
  });
};

async function page({ answers, services, turn }: Context): Promise<FormPage> {
  const { words, zone } = turn;
  const policy = services.policy.current();
  const { sources } = services.alerts;
  requireWatcher(policy, turn.who.objectId);
  const known = sources.map(({ name }) => name).join(', ');
  return {
    title: words.markdown('watches.form.title'),
    intro:
      answers.said === undefined
        ? words.markdown('watches.form.intro')
        : words.markdown('watches.form.unknown', { said: oneLine(answers.said, 60), known }),
    facts: [],
    fields: watchFields({ answers, sources, policy, words, zone, asker: turn.who.objectId }),
    submit: words.plain('watches.form.submit'),
    cancel: words.plain('watches.form.cancel'),
  };
}
