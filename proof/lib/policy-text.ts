/** The conversation with the cards. */
export const HERE = '19:here@thread.tacv2';

/** The object id, in the directory, of what a policy names by this key of ten letters at most. */
export const idOf = (key: string): string => {
  const digits = Buffer.from(key).toString('hex').padEnd(20, '0');
  return `${digits.slice(0, 8)}-0000-4000-8000-${digits.slice(8)}`;
};

export const personOf = (key: string) => ({ objectId: idOf(key), name: key, language: 'en' });

/**
 * A policy as Steward reads it, as JSON, which is YAML too: what has no value is left out.
 * @param people keys of accounts
 * @param firsts for an account, the person's first one
 */
export const policyOf = (
  people: readonly string[],
  sections: Readonly<Record<string, unknown>>,
  firsts: Readonly<Record<string, string | undefined>> = {},
): string => {
  const account = (key: string) => ({
    ...{ id: idOf(key), name: key },
    'same as': firsts[key] === key ? undefined : firsts[key],
  });
  return JSON.stringify({
    people: Object.fromEntries(people.map((key) => [key, account(key)])),
    conversations: { here: { id: HERE } },
    operators: 'here',
    ...sections,
  });
};
