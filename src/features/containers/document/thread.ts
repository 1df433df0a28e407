import { answerCalls } from '../../../lib/side-thread.ts';
import { linesOf, readDocument } from './read-document.ts';
import { takeOutSecrets } from './take-out.ts';

/** What is done with a document of somebody's; it runs in a thread of its own. */
const functions = { takeOutSecrets, readDocument, linesOf };
export type DocumentFunctions = typeof functions;

answerCalls(functions);
