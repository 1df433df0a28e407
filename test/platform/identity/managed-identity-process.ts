import { createHttp } from '#platform/http/http.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { type AccessToken, createAccessToken } from '#platform/identity/access-token.ts';
import type { Owner } from '#platform/identity/credential.ts';
import { SignInError } from '#platform/identity/sign-in-error.ts';
import { createLogger } from '#platform/lib/logger.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** What a test asks of the process: a token, after so much time. */
export interface Question {
  readonly owner: Owner;
  /** The empty one means the system-assigned identity. */
  readonly clientId: string;
  readonly correlation?: string;
  readonly advanceMs?: number;
}

export interface Outcome {
  readonly token?: string;
  /** What operators read, or the kind of a failure without an answer. */
  readonly fault?: string;
  /** The log since the last question. */
  readonly log: string;
}

/** Steward's sign-in in a process of its own: the library looks once in a process where its host has the managed identity. */
const clock = createManualClock(Date.now());
const words = loadTexts().for('en');
let lines: string[] = [];
const log = createLogger('debug', { write: (line) => lines.push(line) });
const http = createHttp({ clock, log, random: () => 0, wait: async (ms) => clock.advance(ms) });
const tokens = new Map<string, AccessToken>();

const tokenOf = ({ owner, clientId }: Question): AccessToken => {
  const key = `${owner} ${clientId}`;
  const credential = { kind: 'managed', ...(clientId === '' ? {} : { clientId }) } as const;
  const [tokenUrl, scope] = ['https://login.example/t/token', 'https://api.botframework.com/.default'];
  const token = tokens.get(key) ?? createAccessToken({ http, clock, owner, credential, tokenUrl, scope });
  tokens.set(key, token);
  return token;
};

const answer = async (question: Question): Promise<Omit<Outcome, 'log'>> => {
  clock.advance(question.advanceMs ?? 0);
  try {
    return { token: (await tokenOf(question).get(question.correlation)).reveal() };
  } catch (error) {
    if (error instanceof SignInError) return { fault: words.plain(error.textKey, error.values) };
    if (error instanceof HttpFailure) return { fault: error.kind };
    throw error;
  }
};

process.on('message', async (questions: readonly Question[]) => {
  const outcomes = await Promise.all(questions.map(answer));
  const said = lines.join('');
  lines = [];
  process.send?.(outcomes.map((outcome) => ({ ...outcome, log: said })));
});
