import { z } from 'zod';
import { isSegment } from '#cloud/request/path.ts';
import { memoByObject } from '#platform/lib/cache.ts';
import { normalise } from '#platform/lib/text.ts';
import { nameSchema } from '#policy/model/entries.ts';
import type { Policy } from '#policy/policy.ts';
import { defineSection, sameNames, secondKeys } from '#policy/section.ts';

const ADDRESS = 'is not an app → write owner/name, as in the address of the app’s page';

const entry = z.strictObject({
  title: z.string().min(1).max(60).optional(),
  /** As listed by the service's command-line tool; the owner is a user or an organisation (docs/sources.md, App management). */
  app: z.string().transform((text, context) => {
    const [owner = '', name = '', ...more] = text.split('/');
    if (isSegment(owner) && isSegment(name) && more.length === 0) return { owner, name };
    context.addIssue({ code: 'custom', message: ADDRESS });
    return z.NEVER;
  }),
});

/** The apps by the names that people type; the change rules say who may request what. */
export const appsSection = defineSection('apps', z.record(nameSchema, entry).prefault({}), (value) => [
  ...sameNames(value, [], 'app'),
  ...secondKeys(Object.entries(value), ({ app }) => `${app.owner}/${app.name}`.toLowerCase(), [], 'app', 'app'),
]);

/** An app by its name in the policy; `owner` and `name` are the vendor's. */
export interface PolicyApp {
  readonly key: string;
  readonly title: string;
  readonly owner: string;
  readonly name: string;
}

export const appsOf = memoByObject((policy: Policy): readonly PolicyApp[] =>
  Object.entries(policy.section(appsSection)).map(([key, { title = key, app }]) => ({ key, title, ...app })),
);

/** By typed key, title or `owner/name`. */
export const findApp = (policy: Policy, words: string): PolicyApp | undefined =>
  appsOf(policy).find(({ key, title, owner, name }) =>
    [key, title, `${owner}/${name}`].some((one) => normalise(one) === normalise(words)),
  );
