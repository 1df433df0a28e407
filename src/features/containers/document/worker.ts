import { answerCalls } from '../../../lib/side-thread.ts';
import { linesOf, readDocument } from './read-document.ts';
import { redactSecrets } from './redaction.ts';

/** What is done with a document of somebody's; it runs in a thread of its own. */
const functions = { redactSecrets, readDocument, linesOf };
export type DocumentFunctions = typeof functions;

answerCalls(functions);
