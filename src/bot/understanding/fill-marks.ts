import type { RecognitionKind } from '#bot/arguments/recognition.ts';
import { type Extraction, range, setText, setValue } from './extraction.ts';
import type { ArgumentRecognition } from './intent.ts';
import type { Token } from './tokens.ts';

const CODE: Partial<Record<RecognitionKind, RegExp>> = {
  request: /^R-[A-Z\d]{5}$/i,
  watch: /^W-[A-Z\d]{5}$/i,
  ticket: /^(?![RW]-)[A-Z]{2,10}-\d{1,10}$/i,
  event: /^(?![RW]-[A-Z\d]{5}$)[A-Z\d]{2,10}-[A-Z\d]{2,10}$/i,
};

/** Fills what is known by what it looks like: references, addresses, images, amounts, quiet hours. */
export const fillMarks = (extraction: Extraction): undefined => {
  for (const recognition of extraction.intent.takes) {
    if (extraction.values.has(recognition)) continue;
    const pattern = CODE[recognition.by];
    if (pattern) takeToken(extraction, recognition, (raw, kind) => kind === 'code' && pattern.test(raw));
    else if (recognition.by === 'email') takeToken(extraction, recognition, (_raw, kind) => kind === 'email');
    else if (recognition.by === 'image') takeImage(extraction, recognition);
    else if (recognition.by === 'over' || recognition.by === 'under') takeAmount(extraction, recognition);
    else if (recognition.by === 'hours') takeHours(extraction, recognition);
  }
};

const takeToken = (
  extraction: Extraction,
  recognition: ArgumentRecognition,
  fits: (raw: string, kind: string) => boolean,
): undefined => {
  const at = extraction.tokens.findIndex(({ raw, kind }, place) => !extraction.used.has(place) && fits(raw, kind));
  const token = extraction.tokens[at];
  if (!token) return;
  const raw = recognition.by === 'email' ? token.raw : token.raw.toUpperCase();
  setText(extraction, recognition, [at], raw);
};

/** A path, with a version that stands elsewhere; or a version alone. */
const takeImage = (extraction: Extraction, recognition: ArgumentRecognition): undefined => {
  const { tokens, words } = extraction;
  const at = tokens.findIndex(({ kind }, place) => kind === 'path' && !extraction.used.has(place));
  const { version, versionTo } = extraction.phraseWords;
  const tag = tokens.findIndex(
    ({ kind, raw }, place) =>
      kind === 'number' &&
      /^v?\d{1,4}(?:\.[\w-]{1,20}){0,4}$/.test(raw) &&
      !extraction.used.has(place) &&
      (version.includes(words[place - 1] ?? '') ||
        (at < 0 && raw.includes('.')) ||
        (at < 0 && versionTo.includes(words[place - 1] ?? ''))),
  );
  const path = tokens[at]?.raw.replace(/[.]$/, '');
  const hasTag = path?.split('/').at(-1)?.includes(':');
  if (path !== undefined) {
    const image = hasTag || tag < 0 ? path : `${path}:${tokens[tag]?.raw}`;
    setText(extraction, recognition, tag < 0 || hasTag ? [at] : [at, tag], image);
  } else if (tag >= 0) setText(extraction, recognition, [tag], tokens[tag]?.raw ?? '');
};

const takeAmount = (extraction: Extraction, recognition: ArgumentRecognition): undefined => {
  const { words, tokens } = extraction;
  const { currencies, leaveOut, over, under } = extraction.phraseWords;
  for (const [at, token] of tokens.entries()) {
    const { amount, last } = amountAt(tokens, at);
    if (token.kind !== 'number' || amount === undefined || extraction.used.has(at) || isDate(extraction, at)) continue;
    let begin = at - 1;
    const sign = currencyOf(currencies, words[begin] ?? '');
    if (sign !== undefined) begin -= 1;
    const bound = [over, under].find((list) => list.some((said) => endsWith(words, begin, said)));
    if (!bound) continue;
    const length = Math.max(
      ...bound.filter((said) => endsWith(words, begin, said)).map((said) => said.split(' ').length),
    );
    const isLeftOut = leaveOut.some((said) =>
      wordsBack(extraction, begin - length)
        .join(' ')
        .includes(said),
    );
    const isOver = (bound === over) !== isLeftOut;
    if (isOver !== (recognition.by === 'over')) continue;
    const behind = currencyOf(currencies, words[last + 1] ?? '');
    const currency = sign ?? behind;
    const typed = currency === undefined ? amount : `${amount} ${currency}`;
    setValue(extraction, recognition, range(begin - length + 1, behind === undefined ? last + 1 : last + 2), {
      means: typed,
      typed,
    });
    return;
  }
};

/** "1k", "2 000", "1,500.50": the amount as a command takes it, and its last token. */
const amountAt = (
  tokens: readonly Token[],
  at: number,
): { readonly amount: string | undefined; readonly last: number } => {
  const { raw = '' } = tokens[at] ?? {};
  const [, thousands] = /^(\d{1,9}(?:\.\d{1,3})?)k$/i.exec(raw) ?? [];
  if (thousands !== undefined) return { amount: String(Math.round(Number(thousands) * 1_000)), last: at };
  if (!/^\d{1,12}(?:[.,]\d{3})*(?:[.,]\d{1,4})?$/.test(raw)) return { amount: undefined, last: at };
  let last = at;
  if (/^\d{1,3}$/.test(raw)) while (/^\d{3}$/.test(tokens[last + 1]?.raw ?? '')) last += 1;
  const digits = tokens.slice(at, last + 1).map((token) => token.raw);
  return { amount: digits.join('').replace(/,(?=\d{3})/g, ''), last };
};

/** The words before a place, back to a name: "without compute and more than 40" leaves out nothing by its amount. */
const wordsBack = ({ words, kinds }: Extraction, at: number): readonly string[] => {
  const named = kinds.findLastIndex((found, place) => place <= at && found.size > 0);
  return words.slice(named + 1, at + 1);
};

const isDate = ({ times }: Extraction, at: number): boolean =>
  times.some(({ date, from, to }) => date && from <= at && at < to);

const endsWith = (words: readonly string[], at: number, said: string): boolean =>
  said
    .split(' ')
    .toReversed()
    .every((word, back) => words[at - back] === word);

const currencyOf = (currencies: Readonly<Record<string, readonly string[]>>, word: string): string | undefined =>
  Object.entries(currencies).find(([, said]) => said.includes(word))?.[0];

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** "22:00-07:00", "from 10pm to 6am". */
const takeHours = (extraction: Extraction, recognition: ArgumentRecognition): undefined => {
  const { tokens, times } = extraction;
  const at = tokens.findIndex(({ kind, raw }) => kind === 'number' && /^\d{1,2}:\d{2}-\d{1,2}:\d{2}$/.test(raw));
  const raw = tokens[at]?.raw;
  if (raw !== undefined) return setText(extraction, recognition, [at], raw);
  const begin = times.find(
    ({ part, moment, whole }) => part === 'from' && moment?.minute !== undefined && whole === undefined,
  );
  const end = times.find(
    ({ part, moment, whole }) => part === 'until' && moment?.minute !== undefined && whole === undefined,
  );
  if (!begin?.moment || !end?.moment) return;
  const typed = `${clock(begin.moment.minute ?? 0)}-${clock(end.moment.minute ?? 0)}`;
  setText(extraction, recognition, [...range(begin.from, begin.to), ...range(end.from, end.to)], typed);
};
