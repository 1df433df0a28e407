import { z } from 'zod';
import type { FileConsent, PostContent } from '../store/post.ts';

const CONSENT = 'application/vnd.microsoft.teams.card.file.consent';
const INFO = 'application/vnd.microsoft.teams.card.file.info';

/** The path alone outlives a change of the sandbox's port. */
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

/** What the file cards of a message say. */
export type FileContent = Pick<PostContent, 'consents' | 'files'>;

/** Reads the file cards among a message's attachments; other attachments are passed over. */
export const fileAttachments = (
  attachments: readonly { readonly contentType: string }[],
): z.ZodSafeParseResult<z.infer<typeof fileCards>> => {
  const consents = attachments.filter(({ contentType }) => contentType === CONSENT);
  const files = attachments.filter(({ contentType }) => contentType === INFO);
  return fileCards.safeParse({
    ...(consents.length > 0 ? { consents } : {}),
    ...(files.length > 0 ? { files } : {}),
  });
};
