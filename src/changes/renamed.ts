import type { Forbidden } from './change-kind.ts';

/** A name of the policy is gone, or means something else than what was asked for. @param name as people saw it */
export const renamed = (name: string): Forbidden => ({ text: 'changes.failure.renamed', values: { name } });
