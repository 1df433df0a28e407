/** The names that faults and the handler table know operations by; beside them the sandbox writes everything from the documents. */
export type { OperationId } from '../../src/cloud/operations/index.ts';
