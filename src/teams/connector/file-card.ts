/** A file that waits for the person's consent, or one in their OneDrive; both exist in personal chats only. */
export type FileCard =
  | {
      readonly kind: 'consent';
      readonly name: string;
      readonly description: string;
      readonly bytes: number;
      /** Returned with the person's answer: the action of the bot for the file, and its data. */
      readonly context: { readonly verb: string } & Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'info';
      readonly name: string;
      /** The file's location, which Teams sent with the consent. */
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
