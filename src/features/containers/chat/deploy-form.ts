import { createOrUpdateContainerGroup } from '../../../api/operations/container-groups.ts';
import type { Form, FormContext } from '../../../bot/commands/registry.ts';
import type { FormPage } from '../../../cards/form.ts';
import { AppError } from '../../../lib/errors.ts';
import { escapeMarkdown } from '../../../lib/text.ts';
import { submitChange } from '../../submit-change.ts';
import { askingOf } from '../asking.ts';
import { addressFields, sizeFields, whatFields } from '../case-fields.ts';
import { documentPage } from '../document-page.ts';
import { termsFacts } from '../facts.ts';
import { reasonField } from '../fields.ts';
import { type Kind, readTerms, sealed } from '../plan.ts';
import { takeOutAnswers } from '../take-out-answers.ts';
import { DEPLOY } from '../terms.ts';

type Context = FormContext;
type Page = Form['pages'][number];

const formFor = (kind: Kind, name: string, pages: readonly Page[]): Form => ({
  name,
  receive: takeOutAnswers,
  pages: [...pages, (context) => confirmPage(kind, context)],
  async submit(context) {
    const asking = askingOf(context);
    return submitChange(context, {
      kind: DEPLOY,
      terms: await sealed(await readTerms(kind, asking), asking),
      form: name,
    });
  },
});

/** @throws AppError where no rule lets this person ask for a group anywhere */
const first =
  (build: (context: Context) => Promise<FormPage>): Page =>
  async (context) => {
    context.services.vendor.requireService(createOrUpdateContainerGroup);
    if (askingOf(context).places.length > 0) return build(context);
    throw new AppError({ code: 'Policy.NotAllowed', text: 'containers.form.nothing' });
  };

const page = ({ turn: { words } }: Context, part: string, fields: FormPage['fields']): FormPage => ({
  title: words.markdown('containers.form.title'),
  intro: words.markdown(`containers.form.${part}`),
  facts: [],
  fields,
  submit: words.plain('containers.form.next'),
  cancel: words.plain('containers.form.cancel'),
});

/** The common case, one container by a few questions: what runs, how big it is, where it is reached. */
export const caseForm = formFor('form', 'containers.caseForm', [
  first(async (context) => {
    const { unknown = '' } = context.answers;
    const { words } = context.turn;
    const said = unknown === '' ? {} : { intro: words.markdown('containers.form.unknown', { unknown }) };
    return { ...page(context, 'what', whatFields(askingOf(context))), ...said };
  }),
  async (context) => page(context, 'size', await sizeFields(askingOf(context))),
  async (context) => {
    const asking = askingOf(context);
    return page(context, 'reach', [...addressFields(asking), reasonField(asking)]);
  },
]);

/** Everything else: the group's document as YAML or JSON. */
export const documentForm = formFor('document', 'containers.documentForm', [
  first((context) => documentPage(askingOf(context))),
]);

/** All of it once more, against what stands at the vendor now. */
const confirmPage = async (kind: Kind, context: Context): Promise<FormPage> => {
  const { words } = context.turn;
  const terms = await readTerms(kind, askingOf(context));
  const { exists } = terms.standing;
  return {
    title: words.markdown(exists ? 'containers.deploy.title.change' : 'containers.deploy.title.create', {
      group: terms.group,
      place: terms.place.title,
    }),
    intro: words.markdown('containers.form.confirm'),
    facts: [
      ...termsFacts(terms, words),
      { title: words.plain('changes.label.reason'), value: escapeMarkdown(terms.reason) },
    ],
    fields: [],
    submit: words.plain('containers.form.send'),
    cancel: words.plain('containers.form.cancel'),
    back: words.plain('containers.form.back'),
  };
};
