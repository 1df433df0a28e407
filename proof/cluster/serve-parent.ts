/** What the parent asks of a child, and what the child answers. */
export interface FunctionCall {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}
export type FunctionResult =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };

/** Answers the parent's calls by these functions; ends with the parent. */
export const serve = (functions: object): void => {
  const send = (message: FunctionResult | 'ready'): void => {
    process.send?.(message);
  };
  const answer = async ({ id, name, args }: FunctionCall): Promise<FunctionResult> => {
    try {
      const wanted = (functions as Record<string, (...given: readonly unknown[]) => unknown>)[name];
      if (!wanted) throw new Error(`nothing is called ${name} here`);
      return { id, value: await wanted(...args) };
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  process.on('message', (asked: FunctionCall) => void answer(asked).then(send));
  process.once('disconnect', () => process.exit(0));
  send('ready');
};
