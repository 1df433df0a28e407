import type { Form, FormContext } from '#bot/commands/registry.ts';
import { createOrUpdateContainerGroup } from '#cloud/operations/container-groups.ts';
import { submitChange } from '#features/change-answers.ts';
import { textFact } from '#features/facts.ts';
import { formPage } from '#features/form-fields.ts';
import type { TextName } from '#platform/lib/errors.ts';
import type { FormPage } from '#teams/cards/form.ts';
import type { Fact } from '#teams/cards/view.ts';
import { termsFacts } from '../change-facts.ts';
import { deletionsOf, deletionValues, refuseDeletions } from '../deletion.ts';
import { formatPath } from '../document/problems.ts';
import { deployContextOf, requireAnyPlace } from '../form/context.ts';
import { documentPage, redactAnswers } from '../form/document-page.ts';
import { addressFields, otherGroupField, reasonField, sizeFields, whatFields } from '../form/fields.ts';
import { containerPage, imagePage } from '../form/image-page.ts';
import { type FormKind, type Requested, readTerms, withSecretDigests } from '../form/read-terms.ts';
import { settingLabel } from '../setting-label.ts';
import { DEPLOY } from '../terms.ts';

type Page = Form['pages'][number];

const formFor = (kind: FormKind, name: string, pages: readonly Page[]): Form => ({
  name,
  receive: redactAnswers,
  pages,
  async submit(context) {
    const form = deployContextOf(context);
    const { terms } = await readTerms(kind, form);
    refuseDeletions(terms, form);
    return submitChange(context, { kind: DEPLOY, terms: await withSecretDigests(terms, form), form: name });
  },
});

/** @throws AppError where no rule lets this person request a group anywhere */
const first =
  (build: (context: FormContext) => Promise<FormPage>): Page =>
  async (context) => {
    context.services.vendor.requireService(createOrUpdateContainerGroup);
    requireAnyPlace(context.services.policy.current(), context.turn.who.objectId);
    return build(context);
  };

const page = (
  { turn: { words } }: FormContext,
  part: TextName<'containers.form'>,
  fields: FormPage['fields'],
): FormPage =>
  formPage(words, {
    title: words.markdown('containers.form.title'),
    intro: words.markdown(`containers.form.${part}`),
    fields,
    submit: words.plain('containers.form.next'),
  });

/** Tells the form that its last page asks for the reason, since the pages before have nothing to ask. */
export const AT_ONCE = 'atOnce';

/** The common case, one container: image, resources and address. */
export const caseForm = formFor('form', 'containers.caseForm', [
  first(async (context) => {
    const { unknown = '' } = context.answers;
    const { words } = context.turn;
    const intro = unknown === '' ? {} : { intro: words.markdown('containers.form.unknown', { unknown }) };
    return { ...page(context, 'what', whatFields(deployContextOf(context))), ...intro };
  }),
  async (context) => page(context, 'size', await sizeFields(deployContextOf(context))),
  async (context) => {
    const form = deployContextOf(context);
    return page(context, 'reach', [...addressFields(form), ...(isAtOnce(context) ? [] : [reasonField(form)])]);
  },
  (context) => confirmPage('form', context),
]);

const isAtOnce = ({ answers }: FormContext): boolean => answers[AT_ONCE] === 'yes';

/** Every other case: the group's document as YAML or JSON. */
export const documentForm = formFor('document', 'containers.documentForm', [
  first((context) => documentPage(deployContextOf(context))),
  (context) => confirmPage('document', context),
]);

/** The commonest change: another image for one container of a group. Its last page shows the whole change and sends it. */
export const imageForm = formFor('image', 'containers.imageForm', [
  first((context) => containerPage(deployContextOf(context))),
  (context) => imagePage(deployContextOf(context)),
]);

/** What gets lost, by the names of the fields; those of one name are counted. */
const missingFacts = (
  { leftOut, secretsLost }: Omit<Requested, 'terms'>,
  words: FormContext['turn']['words'],
): Fact[] => {
  const counts = new Map<string, number>();
  for (const path of leftOut) {
    const name = typeof path.at(-1) === 'string' ? String(path.at(-1)) : formatPath(path);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].map(([name, count]) => (count > 1 ? `${name} (${count}×)` : name));
  const settings = secretsLost.map((path) => settingLabel(path, Number.POSITIVE_INFINITY, words));
  return [
    ...(names.length > 0 ? [textFact('containers.label.leftOut', names.join(', '), words)] : []),
    ...(settings.length > 0 ? [textFact('containers.label.secretsLost', settings.join(', '), words)] : []),
  ];
};

/** The confirmation page, with the differences from the vendor's current state. */
const confirmPage = async (kind: FormKind, context: FormContext): Promise<FormPage> => {
  const { words } = context.turn;
  const form = deployContextOf(context);
  const { terms, ...missing } = await readTerms(kind, form);
  const isRefused = deletionsOf(terms.standing).length > 0;
  return formPage(words, {
    title: words.markdown('containers.deploy.title', {
      group: terms.group,
      place: terms.place.title,
    }),
    intro: isRefused
      ? words.markdown('containers.form.deletion', deletionValues(terms, words))
      : words.markdown('containers.form.confirm'),
    facts: [
      ...termsFacts(terms, words),
      ...missingFacts(missing, words),
      ...(isAtOnce(context) ? [] : [textFact('changes.label.reason', terms.reason, words)]),
    ],
    fields: [
      ...(isRefused ? [otherGroupField(form, terms.group)] : []),
      ...(isAtOnce(context) ? [reasonField(form)] : []),
    ],
    submit: words.plain(isRefused ? 'containers.form.next' : 'containers.form.send'),
    back: words.plain('containers.form.back'),
  });
};
