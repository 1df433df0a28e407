import type { IncomingMessage } from 'node:http';

/** Bytes. */
export interface BodyLimits {
  readonly each: number;
  /** Of all bodies that are arriving, together. */
  readonly together: number;
}

const KB = 1_024;
export const defaultBodyLimits: BodyLimits = { each: 256 * KB, together: 64 * 256 * KB };

/** Why a body was not taken: it is too large, or so many others arrive that the oldest unfinished one gave way. */
export type BodyRefusal = 'too-large' | 'gave-way';

export interface Bodies {
  /**
   * Reads a body to its end; what comes of a refused one is thrown away. Whoever hung up or was cut off hears no answer,
   * and is no fault of ours: the body is empty then.
   */
  read(request: IncomingMessage): Promise<Buffer | BodyRefusal>;
}

interface Arriving {
  size: number;
  refuse(why: BodyRefusal): void;
}

export const createBodies = ({ each, together }: BodyLimits): Bodies => {
  // The oldest first.
  const arriving = new Set<Arriving>();
  let held = 0;

  const makeRoom = (): void => {
    for (const body of arriving) {
      if (held <= together) return;
      body.refuse('gave-way');
    }
  };

  return {
    read: (request) =>
      new Promise((resolve) => {
        if (request.destroyed) return resolve(Buffer.alloc(0));
        let chunks: Buffer[] = [];
        const end = (body: Buffer | BodyRefusal): void => {
          if (!arriving.delete(own)) return;
          held -= own.size;
          chunks = [];
          resolve(body);
        };
        const own: Arriving = { size: 0, refuse: end };
        arriving.add(own);
        request.on('data', (chunk: Buffer) => {
          if (!arriving.has(own)) return;
          own.size += chunk.length;
          held += chunk.length;
          chunks.push(chunk);
          if (own.size > each) end('too-large');
          else makeRoom();
        });
        request.once('end', () => end(Buffer.concat(chunks)));
        request.once('error', () => end(Buffer.alloc(0)));
        request.once('close', () => end(Buffer.alloc(0)));
      }),
  };
};
