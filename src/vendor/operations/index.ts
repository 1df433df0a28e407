import type { AnyOperation } from '../operation.ts';
import * as roleEligibility from './role-eligibility.ts';

/** Every operation the product knows; a new area is one more line here. */
const declared = Object.values(roleEligibility);

export type OperationId = (typeof declared)[number]['id'];

export const operations: readonly AnyOperation[] = declared;

export const findOperation = (id: string): AnyOperation | undefined => operations.find((known) => known.id === id);
