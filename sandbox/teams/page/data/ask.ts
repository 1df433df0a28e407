const timeoutMs = 20_000;

interface Refusal {
  readonly error?: { readonly code?: string; readonly message?: string };
}

const whyOf = async (response: Response): Promise<string> => {
  const { error } = (await response.json().catch(() => ({}))) as Refusal;
  return error?.message ?? `Status ${response.status}`;
};

/** Why a change of the sandbox failed; undefined: it did not. */
export const whyNot = (change: Promise<unknown>): Promise<string | undefined> =>
  change.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : 'The sandbox did not answer.'),
  );

/** Calls the sandbox; an empty answer is undefined. Throws with the sandbox's message when it refuses or does not answer. */
export const ask = async <Answer>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Answer> => {
  const response = await fetch(path, {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    // Every route that changes something needs JSON, also without a body.
    ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
  });
  if (!response.ok) throw new Error(await whyOf(response));
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as Answer;
};
