import type { Form, FormContext } from '#bot/commands/registry.ts';
import { textAnswer } from '#bot/turn/turn.ts';
import { noticeWays } from '#engine/changes/notices/settings.ts';
import { formPage, oneOf, readBy } from '#features/form-fields.ts';
import type { TextName } from '#platform/lib/errors.ts';
import { parseQuietHours } from '#platform/lib/quiet-hours.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Field, FormPage } from '#teams/cards/form.ts';
import { clockTime, NOTICES_FORM, parseAway, parseZone, settingsIn } from '../notice-answers.ts';

const fieldOf = (
  words: Words,
  id: TextName<'requests.notices.label'>,
  field: Pick<Field, 'kind' | 'required' | 'schema'> & Partial<Field>,
): Field => ({
  id,
  label: words.plain(`requests.notices.label.${id}`),
  missing: words.plain('requests.notices.missing'),
  ...field,
});

/** One page with everything, filled in as it is now. */
const page = async ({ turn, services, answers }: FormContext): Promise<FormPage> => {
  const { words, who, zone } = turn;
  const now = services.clock.now();
  const people = services.changes.notices.standIns(who.objectId);
  const problem = (name: TextName<'requests.notices.problem'>): string =>
    words.plain(`requests.notices.problem.${name}`, { people: people.map(({ name: each }) => each).join(', ') });
  const here = parseZone(answers.zone ?? '') ?? zone;
  return formPage(words, {
    title: words.markdown('requests.notices.title'),
    intro: words.markdown('requests.notices.intro'),
    fields: [
      fieldOf(words, 'way', {
        ...{ kind: 'choice', required: true, schema: oneOf(noticeWays, problem('way')) },
        choices: noticeWays.map((way) => ({ value: way, title: words.plain(`requests.notices.way.${way}`) })),
        preset: 'mention',
      }),
      fieldOf(words, 'quiet', {
        ...{ kind: 'text', required: false, schema: readBy(parseQuietHours, problem('quiet')) },
        placeholder: words.plain('requests.notices.quietExample'),
      }),
      fieldOf(words, 'weekends', {
        ...{ kind: 'choice', required: true, schema: oneOf(['yes', 'no'], problem('weekends')) },
        choices: (['yes', 'no'] as const).map((value) => ({
          ...{ value, title: words.plain(`requests.notices.weekend.${value}`) },
        })),
        preset: 'yes',
      }),
      fieldOf(words, 'zone', {
        ...{ kind: 'text', required: true, schema: readBy(parseZone, problem('zone')) },
        preset: zone,
      }),
      fieldOf(words, 'away', {
        ...{ kind: 'text', required: false },
        schema: readBy((text) => parseAway(text, now, here), problem('away')),
        placeholder: words.plain('requests.notices.awayExample'),
      }),
      fieldOf(words, 'standIn', {
        ...{ kind: 'choice', required: false },
        schema: oneOf(
          people.map(({ key }) => key),
          problem('standIn'),
        ),
        choices: people.map(({ key, name }) => ({ title: name, value: key })),
      }),
    ],
    submit: words.plain('requests.notices.submit'),
  });
};

/** How somebody who decides wants to be notified; a complete command is carried out at once, as it is as easily undone. */
export const noticesForm: Form = {
  name: NOTICES_FORM,
  atOnce: true,
  pages: [page],
  async submit({ turn, services, answers }) {
    const { words, who } = turn;
    const now = services.clock.now();
    const policy = services.policy.current();
    const settings = settingsIn(answers, policy, { now, language: words.locale });
    await services.changes.notices.save(who.objectId, settings);
    const { way, quiet, weekends, zone, awayUntil, standIn } = settings;
    return textAnswer('requests.notices.saved', {
      ...{ way, zone, weekends },
      quiet: quiet ? `${clockTime(quiet.from)}–${clockTime(quiet.to)}` : 'none',
      away: awayUntil !== undefined,
      until: new Date(awayUntil ?? now),
      hasStandIn: standIn !== undefined,
      standIn: (standIn && policy.personByObjectId(standIn)?.name) ?? '',
    });
  },
};
