/** What stands in a box and has not been sent: kept while the reader looks elsewhere. */
export interface Draft {
  readonly text: string;
  readonly mentionsBot: boolean;
}

const drafts = new Map<string, Draft>();

export const readDraft = (key: string, fallback: Draft): Draft => drafts.get(key) ?? fallback;

export const keepDraft = (key: string, draft: Draft): void => {
  drafts.set(key, draft);
};

export const hasDraft = (key: string): boolean => Boolean(drafts.get(key)?.text);
