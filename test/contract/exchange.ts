import type { AnyOperation } from '#cloud/operation.ts';
import type { FixtureRequest } from './fixture.ts';

/** The credentials in `/__sandbox/info`. */
export interface SandboxInfo {
  readonly tokens: Readonly<Record<string, string>>;
  readonly translatorKey: string;
  readonly appTokens: Readonly<Record<string, string>>;
}

/**
 * The header that carries an operation's credential.
 * @param from the value itself, or the sandbox's credentials
 * @param name one of several, as `reader` or `readOnly`; the one with all rights when absent
 */
export const credentialOf = (
  { credential }: AnyOperation,
  from: string | SandboxInfo,
  name?: string,
): Record<string, string> => {
  const pick = (values: (info: SandboxInfo) => string | undefined): string => {
    const value = typeof from === 'string' ? from : (values(from) ?? name);
    if (value === undefined) throw new Error(`the sandbox gives out no ${credential} credential`);
    return value;
  };
  if (credential === 'translator') return { 'ocp-apim-subscription-key': pick((info) => name ?? info.translatorKey) };
  if (credential === 'appManagement') return { 'x-api-token': pick(({ appTokens }) => appTokens[name ?? 'full']) };
  return { authorization: `Bearer ${pick(({ tokens }) => tokens[name ?? 'app'])}` };
};

export const queryText = (query: FixtureRequest['query']): string => {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
};

/** The code of an error body in any of the documented forms, a number as text. */
export const codeOf = (body: unknown): string => {
  const { code, error } = (body ?? {}) as { code?: unknown; error?: { code?: unknown } };
  return String(error?.code ?? code ?? '');
};
