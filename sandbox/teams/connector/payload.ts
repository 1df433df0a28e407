import { z } from 'zod';
import { Problem } from '../http/answer.ts';
import type { FileConsent, PostContent } from '../store/post.ts';

const CONSENT = 'application/vnd.microsoft.teams.card.file.consent';
const INFO = 'application/vnd.microsoft.teams.card.file.info';

/** Only the path, because the sandbox's port may change. */
const pathOf = (url: string): string => URL.parse(url)?.pathname ?? '';

const isOurs = (url: string): boolean =>
  ['127.0.0.1', 'localhost'].includes(URL.parse(url)?.hostname ?? '') && pathOf(url).startsWith('/files/');

const LONGEST_NAME = 255;
const fileName = z
  .string()
  .min(1)
  .max(LONGEST_NAME)
  .refine((name) => name.isWellFormed(), 'is no text');

const consentCard = z
  .object({
    name: fileName,
    content: z.object({
      description: z.string().nullish(),
      sizeInBytes: z.number().nonnegative(),
      acceptContext: z.unknown().optional(),
      declineContext: z.unknown().optional(),
    }),
  })
  .transform(
    ({ name, content: { description, ...rest } }): FileConsent => ({
      name,
      ...rest,
      ...(description ? { description } : {}),
      state: 'asked',
    }),
  );

const infoCard = z
  .object({
    name: fileName,
    contentUrl: z.url().refine(isOurs, 'is no file of this sandbox'),
    content: z.object({ uniqueId: z.string(), fileType: z.string() }),
  })
  .transform(({ name, contentUrl, content: { fileType } }) => ({ name, fileType, path: pathOf(contentUrl) }));

const fileCards = z.object({ consents: z.array(consentCard).optional(), files: z.array(infoCard).optional() });

/** The content of a message's file cards. */
type FileContent = Pick<PostContent, 'consents' | 'files'>;

/** Reads the file cards among a message's attachments; other attachments are skipped. */
const fileAttachments = (
  attachments: readonly { readonly contentType: string }[],
): z.ZodSafeParseResult<z.infer<typeof fileCards>> => {
  const consents = attachments.filter(({ contentType }) => contentType === CONSENT);
  const files = attachments.filter(({ contentType }) => contentType === INFO);
  return fileCards.safeParse({
    ...(consents.length > 0 ? { consents } : {}),
    ...(files.length > 0 ? { files } : {}),
  });
};

const MAX_BYTES = 28 * 1_024;
const CARD = 'application/vnd.microsoft.card.adaptive';

/** The shape of every Adaptive Card; anything deeper is checked by the client. */
const card = z.looseObject({
  type: z.literal('AdaptiveCard'),
  version: z.string().regex(/^1\.[0-6]$/),
  body: z.array(z.looseObject({ type: z.string().min(1) })).optional(),
  actions: z.array(z.looseObject({ type: z.string().startsWith('Action.') })).optional(),
});

const mention = z.object({
  type: z.literal('mention'),
  text: z.string(),
  mentioned: z.object({ id: z.string(), name: z.string() }),
});

const outgoing = z.object({
  type: z.enum(['message', 'typing']),
  text: z.string().nullish(),
  textFormat: z.enum(['plain', 'markdown', 'xml']).nullish(),
  summary: z.string().nullish(),
  entities: z.array(z.union([mention, z.looseObject({ type: z.string() })])).nullish(),
  attachments: z.array(z.looseObject({ contentType: z.string(), content: z.unknown().optional() })).nullish(),
  channelData: z.looseObject({ notification: z.looseObject({ alert: z.boolean().nullish() }).nullish() }).nullish(),
});

type Payload = { readonly type: 'typing' } | { readonly type: 'message'; readonly content: PostContent };

/**
 * Parses a message of the bot.
 * @throws Problem 413 above 28 KB (UTF-16), 400 for a message that Teams would not show
 */
export const readPayload = (body: unknown): Payload => {
  if (JSON.stringify(body ?? null).length * 2 > MAX_BYTES) {
    throw new Problem(413, 'MessageSizeTooBig', 'Message size too large.');
  }
  const parsed = outgoing.safeParse(body);
  if (!parsed.success) throw new Problem(400, 'BadSyntax', `Bad format of the activity: ${firstIssue(parsed.error)}`);
  const { type, text, textFormat, summary, entities, attachments, channelData } = parsed.data;
  if (type === 'typing') return { type };
  if (!text && !attachments?.length) throw new Problem(400, 'BadSyntax', 'A message needs a text or an attachment.');
  return {
    type,
    content: {
      ...(text ? { text, textFormat: textFormat === 'xml' ? 'html' : (textFormat ?? 'markdown') } : {}),
      ...(text ? mentionsIn(text, entities ?? []) : {}),
      ...(summary ? { summary } : {}),
      ...(channelData?.notification?.alert ? { alert: true } : {}),
      cards: (attachments ?? [])
        .filter(({ contentType }) => contentType === CARD)
        .map(({ content }) => toCard(content)),
      ...toFiles(attachments ?? []),
    },
  };
};

const toCard = (content: unknown): Record<string, unknown> => {
  const parsed = card.safeParse(content);
  if (!parsed.success) {
    throw new Problem(400, 'BadSyntax', `Failed to parse the Adaptive Card: ${firstIssue(parsed.error)}`);
  }
  return parsed.data;
};

const toFiles = (attachments: readonly { readonly contentType: string }[]): FileContent => {
  const parsed = fileAttachments(attachments);
  if (parsed.success) return parsed.data;
  throw new Problem(400, 'BadSyntax', `Failed to parse a file card: ${firstIssue(parsed.error)}`);
};

const mentionsIn = (text: string, entities: readonly unknown[]): Pick<PostContent, 'mentions'> => {
  const mentions = entities
    .map((entity) => mention.safeParse(entity))
    .flatMap(({ data }) => (data && text.includes(data.text) ? [{ text: data.text, name: data.mentioned.name }] : []));
  return mentions.length > 0 ? { mentions } : {};
};

const firstIssue = (error: z.ZodError): string => {
  const [issue] = error.issues;
  return issue ? `${issue.path.join('.')} ${issue.message}` : '';
};
