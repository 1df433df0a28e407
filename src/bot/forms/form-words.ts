/** What people type to steer a form. Another language is another list. */
const PHRASES = {
  send: 'send, send it, send this, send that, send now, send request, send the request, submit, submit it, submit this',
  /** Said when nothing is left to answer; before that it may be an answer. */
  agree:
    'yes, yep, yeah, ok, okay, sure, go, go ahead, go on, do it, confirm, confirmed, correct, done, looks good, all good, that is right, that’s right',
  back: 'back, go back, one back, step back, previous, previous page, back one, take me back',
  skip: 'skip, skip it, skip this, skip that, skip this one, next, pass, leave it empty, leave it blank, leave it out, leave empty, not needed',
  /** Skips an optional question, and answers a required one. */
  decline: 'no, nope, nah, none, nothing, n/a, -, no thanks, no thank you',
  cancel:
    'cancel, cancel it, cancel this, cancel that, cancel the form, stop, stop it, never mind, nevermind, forget it, forget about it, abort, quit, exit, discard, discard it, close, close it, close the form',
} as const;

export type FormWord = keyof typeof PHRASES;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\s.!,;:…]+/g, ' ')
    .trim();

/** Words that change nothing of what is meant. */
const POLITE = /^(?:please |pls |ok |just |now )|(?: please| pls| thanks| thank you| then| now)$/;

const BY_PHRASE = new Map<string, FormWord>(
  (Object.keys(PHRASES) as FormWord[]).flatMap((word) =>
    PHRASES[word].split(', ').map((phrase) => [plain(phrase), word] as const),
  ),
);

/** What a typed text tells a form to do, where it is no answer. */
export const formWordIn = (text: string): FormWord | undefined => {
  if (text.length > LONGEST) return undefined;
  const said = plain(text);
  return BY_PHRASE.get(said) ?? BY_PHRASE.get(said.replace(POLITE, ''));
};

const LONGEST = 60;
