import type { Change } from '../../src/changes/change.ts';

/** A change whose call went out and whose answer is not there yet, unless said otherwise. */
export const changeOf = <T>(terms: T, more: Partial<Change<T>> & Pick<Change<T>, 'kind'>): Change<T> => ({
  id: 'q1w2e3r4t5y6',
  ref: 'R-7KQ2M',
  state: 'doing',
  version: 3,
  termsVersion: 1,
  requester: { objectId: 'a', name: 'Ana Rossi', language: 'en' },
  terms,
  form: undefined,
  rule: 'r',
  needs: 1,
  source: 'form x',
  deadlineAt: 0,
  finishBy: 1_000,
  guid: undefined,
  frozen: undefined,
  attempts: 1,
  maybeSent: true,
  phase: 'look',
  seen: undefined,
  failure: undefined,
  seal: undefined,
  createdAt: 0,
  endedAt: undefined,
  ...more,
});
