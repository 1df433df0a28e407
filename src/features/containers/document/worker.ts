import { answerCalls } from '#platform/lib/bounded-worker.ts';
import { linesOf, readDocument } from './read-document.ts';
import { redactSecrets } from './redaction.ts';

/** The functions on documents, run in a thread of their own. */
const functions = { redactSecrets, readDocument, linesOf };
export type DocumentFunctions = typeof functions;

answerCalls(functions);
