import type { Intent, Taking } from './intent.ts';
import type { Name, Vocabulary } from './vocabulary.ts';

/** A number, or a word that times begin with: enough to tell a time from a sentence. */
const TIME =
  /^(?:(?:until|till|for|the|next|in|at|on)\s+)*(?:-?\d|p\d|pt\d|an?\s|one\s|two|three|four|five|six|seven|eight|nine|ten|half|no end|for ?ever|always|unlimited|now|at once|immediately|to(?:day|morrow|night)|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|noon|midnight|end of|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** The mark that stands for a mentioned person. */
const MENTION = /^[\ufdd0-\ufdef]$/;

const LOOKS: Partial<Record<Taking['by'], RegExp>> = {
  email: /@/,
  event: /^(?=\D*\d)\S+$/,
  request: /^(R-)?[A-Z\d]{5}$/i,
  length: TIME,
  until: TIME,
  from: TIME,
};

/** What a thread or a quoted message can stand for: "approve it". */
const POINTED: ReadonlySet<Taking['by']> = new Set(['request', 'event']);

/**
 * The arguments of a typed command that are not what they should be, as "payments prod" is no place: its own grammar splits a
 * text at a few words, so a sentence that happens to begin like a command leaves anything in them.
 */
export const doubtfulArguments = (
  { takes }: Intent,
  typed: Readonly<Record<string, string>>,
  vocabulary: Vocabulary,
  topics: readonly Name[],
  pointing: readonly string[],
): readonly string[] => {
  const isRight = ({ by, kind = '' }: Taking, text: string): boolean => {
    if (POINTED.has(by) && pointing.includes(text.trim().toLowerCase())) return true;
    if (by === 'name') return (kind === 'person' && MENTION.test(text)) || vocabulary.knows(kind, text);
    if (by === 'topic') return topics.some(({ key, titles }) => [key, ...titles].includes(text.toLowerCase()));
    return LOOKS[by]?.test(text) ?? true;
  };
  return Object.entries(typed).flatMap(([argument, text]) => {
    const ways = takes.filter(
      (taking) => taking.argument === argument && (taking.by === 'name' || taking.by === 'topic' || LOOKS[taking.by]),
    );
    const isFree = takes.some((taking) => taking.argument === argument && taking.by === 'proper');
    return isFree || ways.length === 0 || ways.some((taking) => isRight(taking, text)) ? [] : [argument];
  });
};
