import { z } from 'zod';
import { isGuid } from '../../api/request/path-segment.ts';
import type { Field } from '../../cards/form.ts';
import type { Markdown } from '../../lib/text.ts';
import type { Asking } from './asking.ts';
import { agreementOf } from './facts.ts';
import { fieldOf, groupField, nameField, reasonField, subscriptionField, tagsField } from './fields.ts';
import { type Kind, offeredBilling } from './offered.ts';
import { findOwner } from './owner.ts';
import { billingScopesOf, type PolicyBilling } from './policy.ts';

export const chosenBilling = ({ answers, policy }: Asking): PolicyBilling | undefined =>
  billingScopesOf(policy).find(({ key }) => key === answers.billing);

/** What it is and where it is billed. An alias needs nothing but what it stands for (document 1, Subscription alias). */
export const whatFields = async (kind: Kind, asking: Asking): Promise<readonly Field[]> => {
  const { words } = asking;
  const required = kind === 'new';
  const scopes = offeredBilling(kind, asking);
  const [only] = scopes;
  const field = fieldOf(words);
  return [
    ...(required ? [] : [await subscriptionField(asking)]),
    nameField(words, required),
    {
      ...field(
        'workload',
        'choice',
        required,
        oneOf(['Production', 'DevTest'], words.plain('subscriptions.problem.list')),
      ),
      choices: (['Production', 'DevTest'] as const).map((value) => ({
        title: words.plain(`subscriptions.workload.${value}`),
        value,
      })),
    },
    ...(scopes.length === 0
      ? []
      : [
          {
            ...field(
              'billing',
              'choice',
              required,
              oneOf(
                scopes.map(({ key }) => key),
                words.plain('subscriptions.problem.list'),
              ),
            ),
            choices: scopes.map(({ key, title, path }) => ({
              title: `${title} · ${agreementOf(path, words)}`,
              value: key,
            })),
            hint: agreementHelp(scopes, asking),
            ...(required && scopes.length === 1 && only ? { preset: only.key } : {}),
          },
        ]),
  ];
};

const oneOf = (values: readonly string[], problem: string) =>
  z.string().refine((value) => values.includes(value), { error: problem });

/** One sentence for each kind of agreement that can be chosen. */
const agreementHelp = (scopes: readonly PolicyBilling[], { words }: Asking): Markdown =>
  [...new Set(scopes.map(({ scope }) => scope.kind))]
    .map((kind) => `- ${words.markdown(`subscriptions.help.${kind}`)}`)
    .join('\n') as Markdown;

/** What else may be said of it, and why it is wanted. */
export const detailFields = (asking: Asking): readonly Field[] => {
  const { words } = asking;
  const resellers = chosenBilling(asking)?.resellers ?? [];
  const field = fieldOf(words);
  return [
    ...(resellers.length === 0
      ? []
      : [
          {
            ...field(
              'reseller',
              'choice',
              false,
              oneOf(
                resellers.map(({ id }) => id),
                words.plain('subscriptions.problem.list'),
              ),
            ),
            choices: resellers.map(({ title, id }) => ({ title, value: id })),
          },
        ]),
    ...groupField(asking),
    field(
      'owner',
      'text',
      false,
      z.string().refine((text) => findOwner(asking, text) !== undefined, {
        error: words.plain('subscriptions.problem.owner'),
      }),
    ),
    field('tenant', 'text', false, z.string().refine(isGuid, { error: words.plain('subscriptions.problem.tenant') })),
    tagsField(words),
    reasonField(words),
  ];
};
