export interface FileWatcherDeps {
  /** What the file looks like now. */
  stamp(): Promise<string>;
  /** What it looked like when it was read last. */
  readStamp(): string;
  read(): Promise<unknown>;
}

/** One look at the file: it is read when two looks in a row found it the same, for at the first it may be half written. */
export const createFileWatcher = (deps: FileWatcherDeps): (() => Promise<void>) => {
  let seen = deps.readStamp();
  return async () => {
    const stamp = await deps.stamp();
    const quiet = stamp === seen;
    seen = stamp;
    if (quiet && stamp !== deps.readStamp()) await deps.read();
  };
};
