import { parentPort } from 'node:worker_threads';
import { slowest } from './measured.ts';
import type { Message, Question } from './measuring.ts';

const tell = (message: Message): void => parentPort?.postMessage(message);

parentPort?.on('message', ({ pattern, ...how }: Question) => {
  const reading = slowest(pattern, { ...how, begin: (begins) => tell({ begins }) });
  tell({ reading });
});
