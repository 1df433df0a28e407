import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a process under measurement has used so far. */
export interface Usage {
  /** User and system time of all its threads, in milliseconds. */
  readonly cpuMs: number;
  readonly rssBytes: number;
}

/** What a process has used up to now; in steps of 10 ms, since Linux counts so. */
export const cpuMsOf = (pid: number): number => {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
  return (Number(user) + Number(system)) * 10;
};

/** A child answers `usage` with its Usage, and ends with its parent. */
export const answerUsage = (): void => {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const usage: Usage = { cpuMs: (user + system) / 1_000, rssBytes: process.memoryUsage.rss() };
    process.send?.(usage);
  });
  process.once('disconnect', () => process.exit());
};

/** Listens on a free port, sends it to the parent, and answers `usage`. */
export const listenForParent = (server: Server): void => {
  answerUsage();
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
};
