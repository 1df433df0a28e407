import type { Answers } from '../../cards/form.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Words } from '../../texts/texts.ts';
import { findLanguages } from './languages/find-languages.ts';
import { codeOf, languageName, scriptNamed } from './languages/names.ts';
import type { Order } from './order.ts';
import { categoriesOf, categoryNamed } from './policy.ts';
import type { Said } from './read-order.ts';

/** What was said of a translation, as the form has it: in codes and the policy's names, whatever the spelling. */
export const formAnswers = (said: Said, policy: Policy, { spoken }: Words): Answers => {
  const { codes, unknown } = findLanguages(said.to ?? '', spoken);
  const [to, ...others] = codes;
  const more = [...others.map((code) => languageName(code, spoken)), ...unknown].join(', ');
  const category = said.category === undefined ? undefined : categoryNamed(policy, said.category);
  const key = [...categoriesOf(policy)].find(([, one]) => one.category === category?.category)?.[0];
  const answers = {
    ...{ to, more: said.to === undefined ? undefined : more, profanity: said.profanity },
    from: said.from === undefined ? undefined : codeOf(said.from, spoken),
    script: said.script === undefined ? undefined : scriptNamed(said.script, spoken),
    category: key ?? (categoriesOf(policy).size === 0 ? said.category : undefined),
  };
  return Object.fromEntries(
    Object.entries(answers).flatMap(([id, value]) => (value === undefined ? [] : [[id, value]])),
  );
};

/** The same of an order that was given. */
export const saidOf = ({ to, from, profanity, category }: Order): Said => {
  const script = to.find((target) => target.script !== undefined)?.script;
  return {
    ...{ to: to.map(({ language }) => language).join(', '), profanity },
    ...(from === undefined ? {} : { from }),
    ...(script === undefined ? {} : { script }),
    ...(category === undefined ? {} : { category }),
  };
};
