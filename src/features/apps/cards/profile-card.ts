import { z } from 'zod';
import { cut, escapeMarkdown, oneLine } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { defineCard } from '#teams/cards/define-card.ts';
import { fact, markdown } from '#teams/cards/view.ts';
import { retirementText } from '../retirement.ts';

const profileView = z.object({
  overline: markdown,
  title: markdown,
  facts: z.array(fact),
  /** The token's permissions, as far as the service reports them. */
  rights: markdown,
  colour: z.string(),
  retirement: markdown,
});

export const profileCard = defineCard('apps/profile.json', profileView);

/** The profile of the token's owner (docs/sources.md, App management). */
export interface Profile {
  readonly display_name?: string | undefined;
  readonly email: string;
  readonly name: string;
  readonly origin?: string | undefined;
  readonly permissions?: readonly string[] | undefined;
}

const LONGEST = 200;
const MOST_PERMISSIONS = 10;

/** @param now milliseconds since 1970 */
export const viewProfile = (profile: Profile, now: number, words: Words): z.input<typeof profileView> => {
  const { display_name: title = profile.name, email, name, origin = '', permissions } = profile;
  const line = (label: TextName<'apps.profile'>, value: string) =>
    value === ''
      ? []
      : [{ title: words.plain(`apps.profile.${label}`), value: escapeMarkdown(cut(oneLine(value, LONGEST), LONGEST)) }];
  const rights = rightsOf(permissions);
  return {
    overline: words.markdown('apps.profile.overline'),
    title: escapeMarkdown(oneLine(title === '' ? name : title, LONGEST)),
    facts: [
      ...line('name', name),
      ...line('email', email),
      ...line('origin', origin),
      ...line('permissions', (permissions ?? []).slice(0, MOST_PERMISSIONS).join(', ')),
    ],
    rights: words.markdown(`apps.rights.${rights}`),
    colour: rights === 'few' ? 'Warning' : 'Default',
    retirement: retirementText(now, words),
  };
};

/** An app token's permissions are its role in its one app; the service reports none for a user token. */
const rightsOf = (permissions: Profile['permissions']): 'untold' | 'manager' | 'few' => {
  if (!permissions || permissions.length === 0) return 'untold';
  return permissions.some((permission) => /manager|full|admin/i.test(permission)) ? 'manager' : 'few';
};
