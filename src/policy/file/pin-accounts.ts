import { isMapping, parseYaml } from './yaml-source.ts';

/** A person of a policy file, named by an account. */
export interface NamedAccount {
  readonly key: string;
  /** In lower case. */
  readonly account: string;
  /** The object id beside it, in lower case; undefined where it is not found yet. */
  readonly id: string | undefined;
}

/** The people a policy file names by an account; those without an object id make it unusable until they are pinned. */
export const accountsIn = (text: string): readonly NamedAccount[] => {
  const { data } = parseYaml(text);
  const people = isMapping(data) && isMapping(data['people']) ? data['people'] : {};
  return Object.entries(people).flatMap(([key, entry]) => {
    if (!isMapping(entry) || typeof entry['account'] !== 'string') return [];
    const { account, id } = entry;
    return [{ key, account: account.toLowerCase(), id: typeof id === 'string' ? id.toLowerCase() : undefined }];
  });
};

/** The groups of the directory that a policy file names, with their object ids. */
export const directoryGroupsIn = (text: string): readonly { readonly name: string; readonly id: string }[] => {
  const { data } = parseYaml(text);
  const groups = isMapping(data) && isMapping(data['groups']) ? data['groups'] : {};
  return Object.entries(groups).flatMap(([name, entry]) =>
    isMapping(entry) && typeof entry['entra'] === 'string' ? [{ name, id: entry['entra'].toLowerCase() }] : [],
  );
};

/**
 * The same text with an object id before each of these accounts: on the same line within braces, otherwise on a line of its own.
 * Everything else, comments too, stays as it is written.
 */
export const withPinned = (text: string, ids: ReadonlyMap<string, string>): string => {
  const accounts = parseYaml(text)
    .values()
    .filter(({ path: [area, , field], path }) => path.length === 3 && area === 'people' && field === 'account')
    .flatMap(({ path: [, key], from }) => {
      const id = ids.get(String(key));
      return id === undefined ? [] : [{ id, at: text.lastIndexOf('account', from) }];
    })
    .toSorted((a, b) => b.at - a.at);
  return accounts.reduce((written, { id, at }) => {
    const line = written.slice(written.lastIndexOf('\n', at - 1) + 1, at);
    const end = /^\s*$/.test(line) ? `\n${line}` : ', ';
    return `${written.slice(0, at)}id: ${id}${end}${written.slice(at)}`;
  }, text);
};
