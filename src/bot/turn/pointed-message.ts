import { z } from 'zod';
import { clean, oneLine } from '#platform/lib/text.ts';
import type { PolicyBase } from '#policy/policy.ts';
import { escapeHtml, plainText } from './html.ts';
import { marksIn, placeMentions, replaceMarks } from './mention-marks.ts';
import type { PointedMessage } from './turn.ts';
import { messageContent } from './typed-message.ts';

const identity = z.object({ id: z.string().nullish(), displayName: z.string().nullish() });

/** `messagePayload` as Teams sends it with a message action. */
export const messagePayload = z.object({
  body: z.object({ contentType: z.string().nullish(), content: z.string().nullish() }).nullish(),
  from: z.object({ user: identity.nullish(), application: identity.nullish() }).nullish(),
  linkToMessage: z.string().nullish(),
  mentions: z
    .array(
      z
        .object({
          id: z.union([z.string(), z.number()]),
          mentioned: z
            .object({ application: z.unknown().optional(), user: identity.nullish().catch(undefined) })
            .nullish(),
        })
        .catch({ id: '' }),
    )
    .nullish()
    .catch(undefined),
});
export type MessagePayload = z.infer<typeof messagePayload>;

/** Longer than any answer of a form; the rest is cut, with a mark. */
const MAX_TEXT = 4_000;

/** @param nameOf people's names in the policy, by object id and the name in the message */
export const readPointedMessage = (payload: MessagePayload, nameOf: PolicyBase['nameOf']): PointedMessage => {
  const { user, application } = payload.from ?? {};
  const link = secureLink(payload.linkToMessage);
  const content = payload.body?.content ?? '';
  const kind = payload.body?.contentType === 'html' ? 'html' : 'text';
  return {
    text: clean(kind === 'html' ? plainText(withNames(content, payload, nameOf)) : content, MAX_TEXT),
    message: messageContent(kind, content),
    author: {
      ...(user?.id
        ? { name: nameOf(user.id, user.displayName ?? ''), objectId: user.id.toLowerCase() }
        : { name: oneLine(user?.displayName ?? application?.displayName ?? '', 100) || '?' }),
    },
    ...(link === undefined ? {} : { link }),
  };
};

const secureLink = (link: string | null | undefined): string | undefined =>
  link && URL.canParse(link) && new URL(link).protocol === 'https:' ? link : undefined;

/** Mentions of apps are removed; mentions of people become their names, each once where a client sends a name word by word. */
const withNames = (html: string, { mentions }: MessagePayload, nameOf: PolicyBase['nameOf']): string => {
  const known = (mentions ?? []).map(({ id, mentioned }) => {
    const { user, application } = mentioned ?? {};
    const names = user?.displayName ? [user.displayName] : [];
    return { id: user?.id ?? undefined, isBot: Boolean(application), names, number: Number(id) };
  });
  return replaceMarks(html, placeMentions(html, marksIn('html', html), known), ({ mention, label }) =>
    mention?.isBot ? '' : escapeHtml(mention?.id ? nameOf(mention.id, mention.names[0] ?? label) : label),
  );
};
