/** A file that the person is asked about, or one that stands in their files; both exist in personal chats only. */
export type FileCard =
  | {
      readonly kind: 'consent';
      readonly name: string;
      readonly description: string;
      readonly bytes: number;
      /** Comes back with the person's answer. It names an action of the bot that answers files, and what it is about. */
      readonly context: { readonly verb: string } & Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'info';
      readonly name: string;
      /** Where it stands, as Teams said with the consent. */
      readonly contentUrl: string;
      readonly uniqueId: string;
      readonly fileType: string;
    };

/** The attachment that Teams shows as a file card. */
export const fileAttachment = (file: FileCard): Readonly<Record<string, unknown>> =>
  file.kind === 'consent'
    ? {
        contentType: 'application/vnd.microsoft.teams.card.file.consent',
        name: file.name,
        content: {
          description: file.description,
          sizeInBytes: file.bytes,
          acceptContext: file.context,
          declineContext: file.context,
        },
      }
    : {
        contentType: 'application/vnd.microsoft.teams.card.file.info',
        name: file.name,
        contentUrl: file.contentUrl,
        content: { uniqueId: file.uniqueId, fileType: file.fileType },
      };
