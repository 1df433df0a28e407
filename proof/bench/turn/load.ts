import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  /** Keeps so many turns under way until it is told to stop. @returns the turns that ended @throws Error for one that was refused */
  run(concurrency: number, goOn: (turns: number) => boolean): Promise<number>;
  /**
   * An open loop: so many turns a second begin, whether or not those before have ended.
   * @returns milliseconds that each took @throws Error for one that was refused
   */
  steady(perSecond: number, seconds: number): Promise<readonly number[]>;
  end(): void;
}

/** Turns on one server, in a closed loop (whoever has an answer sends the next message) or an open one. */
export const createLoad = (port: number, authorization: string, message: () => string): Load => {
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization, 'content-type': 'application/json; charset=utf-8' };

  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const body = message();
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          path: '/api/messages',
          method: 'POST',
          agent,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        },
        (response: IncomingMessage) => {
          response.resume();
          response.once('end', () =>
            response.statusCode === 200 ? resolve() : reject(new Error(`a turn was answered ${response.statusCode}`)),
          );
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });

  return {
    async run(concurrency, goOn) {
      let turns = 0;
      const person = async (): Promise<void> => {
        while (goOn(turns)) {
          await turn();
          turns += 1;
        }
      };
      await Promise.all(Array.from({ length: concurrency }, person));
      return turns;
    },
    steady(perSecond, seconds) {
      const timed = async (n: number): Promise<number> => {
        await sleep((n * 1_000) / perSecond);
        const began = performance.now();
        await turn();
        return performance.now() - began;
      };
      return Promise.all(Array.from({ length: perSecond * seconds }, (_, n) => timed(n)));
    },
    end: () => agent.destroy(),
  };
};
