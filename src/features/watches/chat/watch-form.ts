import type { Form, FormContext } from '#bot/commands/registry.ts';
import { errorText } from '#bot/reply/replies.ts';
import { cardAnswer, delivered } from '#bot/turn/turn.ts';
import { formPage } from '#features/form-fields.ts';
import { AppError } from '#platform/lib/errors.ts';
import { oneLine } from '#platform/lib/text.ts';
import type { FormPage } from '#teams/cards/form.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { renderSameWatch } from '../cards/same-watch-card.ts';
import { watchFields } from '../form-fields.ts';
import { toNewWatch, WATCH_FORM } from '../watch-answers.ts';
import { languageOf, requireWatchRight, setUpWatch } from '../watch-lifecycle.ts';
import { cardTargetOf, showWatch } from './commands.ts';

/** Sets up a watch; the command may have filled in every field. */
export const watchForm: Form = {
  name: WATCH_FORM,
  atOnce: true,
  pages: [page],
  async submit(context) {
    const { services, turn } = context;
    requireWatchRight(services.policy.current(), turn.who.objectId);
    try {
      const draft = newWatchOf(context);
      const { watch, isNew } = await setUpWatch(services, draft, cardTargetOf(turn, services));
      if (!isNew) {
        const { card, summary } = renderSameWatch(watch, draft, context.answers, {
          now: services.clock.now(),
          words: turn.words,
        });
        return cardAnswer(card, summary);
      }
      return turn.pressed ? showWatch(turn, services, watch) : delivered;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { kind: 'wrong', errors: {}, problem: errorText(error, turn.words) };
    }
  },
};

/** In the conversation's language and the author's time zone. */
const newWatchOf = ({ answers, services, turn }: FormContext) => {
  const { words, who, where, zone } = turn;
  const policy = services.policy.current();
  const language = languageOf(policy, where.conversationId, words.locale);
  const conversationId = baseId(where.conversationId);
  const createdBy = { objectId: who.objectId, name: who.name };
  return toNewWatch({
    answers,
    policy,
    sources: services.alerts.sources,
    about: { conversationId, zone, language, createdBy },
  });
};

async function page({ answers, services, turn }: FormContext): Promise<FormPage> {
  const { words, zone } = turn;
  const policy = services.policy.current();
  const { sources } = services.alerts;
  requireWatchRight(policy, turn.who.objectId);
  const known = sources.map(({ name }) => name).join(', ');
  return formPage(words, {
    title: words.markdown('watches.form.title'),
    intro:
      answers.said === undefined
        ? words.markdown('watches.form.intro')
        : words.markdown('watches.form.unknown', { said: oneLine(answers.said, 60), known }),
    fields: watchFields({ answers, sources, policy, words, zone, asker: turn.who.objectId }),
    submit: words.plain('watches.form.submit'),
  });
}
