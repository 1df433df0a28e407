import { z } from 'zod';
import { clean, oneLine } from '../lib/text.ts';
import { plainText, written } from './teams-html.ts';
import type { PointedMessage } from './turn.ts';

const identity = z.object({ id: z.string().nullish(), displayName: z.string().nullish() });

/** `messagePayload` as Teams sends it with an action of the message menu. */
export const messagePayload = z.object({
  body: z.object({ contentType: z.string().nullish(), content: z.string().nullish() }).nullish(),
  from: z.object({ user: identity.nullish(), application: identity.nullish() }).nullish(),
  linkToMessage: z.string().nullish(),
  mentions: z
    .array(
      z.object({
        id: z.union([z.string(), z.number()]),
        mentioned: z.object({ application: z.unknown().optional() }).nullish(),
      }),
    )
    .nullish()
    .catch(undefined),
});
type Payload = z.infer<typeof messagePayload>;

/** Longer than any answer of a form; what comes after is cut, visibly. */
const MAX_TEXT = 4_000;

export const readPointedMessage = (payload: Payload): PointedMessage => {
  const { user, application } = payload.from ?? {};
  const link = secureLink(payload.linkToMessage);
  const content = payload.body?.content ?? '';
  const kind = payload.body?.contentType === 'html' ? 'html' : 'text';
  return {
    text: clean(kind === 'html' ? plainText(withoutApps(content, payload)) : content, MAX_TEXT),
    message: written(kind, content),
    author: {
      name: oneLine(user?.displayName ?? application?.displayName ?? '', 100) || '?',
      ...(user?.id ? { objectId: user.id.toLowerCase() } : {}),
    },
    ...(link === undefined ? {} : { link }),
  };
};

const secureLink = (link: string | null | undefined): string | undefined =>
  link && URL.canParse(link) && new URL(link).protocol === 'https:' ? link : undefined;

/** The app that is spoken to is no part of what is said to it; people stay in the sentence by their names. */
const withoutApps = (html: string, { mentions }: Payload): string => {
  const apps = (mentions ?? []).filter(({ mentioned }) => mentioned?.application).map(({ id }) => String(id));
  return html.replace(/<at\b([^<>]*)>[^<>]*<\/at>/gi, (mention, attributes: string) => {
    const id = /\bid="([^"]*)"/.exec(attributes)?.[1];
    return id !== undefined && apps.includes(id) ? '' : mention;
  });
};
