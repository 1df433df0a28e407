import { z } from 'zod';
import { clean, oneLine } from '../lib/text.ts';
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
  return {
    text: clean(
      textOf(payload)
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ ?\n ?/g, '\n')
        .replace(/\n{3,}/g, '\n\n'),
      MAX_TEXT,
    ),
    author: {
      name: oneLine(user?.displayName ?? application?.displayName ?? '', 100) || '?',
      ...(user?.id ? { objectId: user.id.toLowerCase() } : {}),
    },
    ...(link === undefined ? {} : { link }),
  };
};

const secureLink = (link: string | null | undefined): string | undefined =>
  link && URL.canParse(link) && new URL(link).protocol === 'https:' ? link : undefined;

const textOf = ({ body, mentions }: Payload): string => {
  const content = body?.content ?? '';
  if (body?.contentType !== 'html') return content;
  const apps = (mentions ?? []).filter(({ mentioned }) => mentioned?.application).map(({ id }) => String(id));
  return decode(withoutTags(withoutMentions(content, apps)));
};

/** The app that is spoken to is no part of what is said to it; people stay in the sentence by their names. */
const withoutMentions = (html: string, apps: readonly string[]): string =>
  html.replace(/<at\b([^<>]*)>[^<>]*<\/at>/gi, (mention, attributes: string) => {
    const id = /\bid="([^"]*)"/.exec(attributes)?.[1];
    return id !== undefined && apps.includes(id) ? '' : mention;
  });

/** A block ends its line; an emoji and a picture are what they stand for; all other markup is left out. */
const withoutTags = (html: string): string =>
  html.replace(/\s+/g, ' ').replace(/<\/?([a-z][a-z0-9]*)\b([^<>]*)>/gi, (tag, name: string, attributes: string) => {
    if (BLOCKS.test(name)) return name === 'br' || tag.startsWith('</') ? '\n' : '';
    return name === 'emoji' ? (/\balt="([^"]{0,40})"/.exec(attributes)?.[1] ?? '') : '';
  });

const BLOCKS = /^(br|p|div|li|tr|h[1-6]|blockquote|pre|table|ul|ol)$/i;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const decode = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? entity;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
