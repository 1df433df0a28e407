import type { HttpRequest } from '#platform/http/http.ts';
import type { ConnectorErrorKind, RefusalMeaning } from './errors.ts';

/** What Teams means by a code or by words of a refusal. */
interface Refusal {
  /** Searched for anywhere in the body: its shape varies from service to service. */
  readonly words: string;
  /** As the status says where it is absent. */
  readonly kind?: ConnectorErrorKind;
  readonly meaning: RefusalMeaning;
}

/**
 * The refusals of Teams with status 400, 403 or 404; the first that fits counts. Sources: the status codes that Teams documents
 * for bots, and public reports for what passes although the documents call it final. docs/operations.md explains it to operators.
 */
export const refusals: readonly Refusal[] = [
  { words: 'BotNotInConversationRoster', kind: 'left', meaning: 'once' },
  { words: 'ForbiddenOperationException', kind: 'left', meaning: 'final' },
  { words: 'ConversationBlockedByUser', kind: 'blocked', meaning: 'final' },
  { words: 'MessageWritesBlocked', kind: 'blocked', meaning: 'final' },
  { words: 'BotDisabledByAdmin', kind: 'disabled', meaning: 'once' },
  { words: 'TenantNoPermission', kind: 'disabled', meaning: 'once' },
  { words: 'NotEnoughPermissions', meaning: 'final' },
  { words: 'InvalidBotApiHost', kind: 'refused', meaning: 'final' },
  { words: 'MessageSizeTooBig', kind: 'too-large', meaning: 'final' },
  { words: 'ActivityNotFoundInConversation', kind: 'gone', meaning: 'gone' },
  { words: 'ConversationNotFound', kind: 'gone', meaning: 'gone' },
  { words: 'BadSyntax', kind: 'refused', meaning: 'final' },
  { words: 'Failed to decrypt', meaning: 'later' },
  { words: 'BadArgument', meaning: 'later' },
  { words: 'ServiceError', meaning: 'later' },
];

/** A refusal without any of these words has an unknown reason, so it is tried again. */
const UNKNOWN = { meaning: 'later' } as const;

const READ_BY_WORDS: ReadonlySet<number> = new Set([400, 403, 404]);

/** What a refusal means; undefined for a status that is judged by itself. */
export const readRefusal = (
  { status, text }: { readonly status: number; readonly text: string },
  method: HttpRequest['method'],
): { readonly kind: ConnectorErrorKind; readonly meaning: RefusalMeaning } | undefined => {
  if (!READ_BY_WORDS.has(status)) return undefined;
  const said = text.toLowerCase();
  const found: Omit<Refusal, 'words'> = refusals.find(({ words }) => said.includes(words.toLowerCase())) ?? UNKNOWN;
  return { kind: found.kind ?? kindOfStatus(status, method), meaning: found.meaning };
};

const kindOfStatus = (status: number, method: HttpRequest['method']): ConnectorErrorKind => {
  if (status === 404) return 'gone';
  if (status === 403 && method === 'PUT') return 'edit-refused';
  return status === 403 && method === 'POST' ? 'forbidden' : 'refused';
};
