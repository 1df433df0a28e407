/** What was done in one run, and what came of it. */
export interface RightsEvidence {
  /** What was done, in words. */
  readonly what: string;
  /** Whether the policy let this person see amounts there and then. */
  readonly allowed: boolean;
  /** What was answered at once, card or sentence. */
  readonly answer: string;
  /** Everything that the bot sent to Teams meanwhile. */
  readonly sent: readonly { readonly conversation: string; readonly body: string }[];
  /** Every card that stands in a conversation when all is said. */
  readonly standing: readonly { readonly conversation: string; readonly body: string }[];
  /** Files that came into somebody's own chat meanwhile. */
  readonly files: readonly { readonly conversation: string; readonly body: string }[];
  /** Whether one was to come, where that is known. */
  readonly brings: boolean | undefined;
  /** Conversations in which amounts may stand now, those of people who may see them included. */
  readonly places: ReadonlySet<string>;
  readonly log: string;
  /** Every row but the figures that were read, with their right to be there. */
  readonly rows: string;
  /** Whether it was to show amounts. */
  readonly shows: boolean;
}

/** What an amount looks like on a card. */
const AMOUNT = /[€¥₹]|R\$|\bKWD\b|\d[.,]\d\d(?!\d)/;

/** The seconds of a moment can look like a price. */
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

export const hasAmount = (text: string): boolean => AMOUNT.test(text);

/**
 * @param amounts as the vendor writes them and as cards do
 * @returns what does not hold, in words
 */
export const rightsViolations = (evidence: RightsEvidence, amounts: readonly string[]): string[] => {
  const { what, allowed, answer, sent, standing, files, brings, places, log, rows, shows } = evidence;
  const wrong: string[] = [];
  if (!allowed && hasAmount(answer)) wrong.push(`${what}: the answer holds an amount: ${answer.slice(0, 200)}`);
  for (const { conversation, body } of sent) {
    if (hasAmount(body) && !places.has(conversation)) wrong.push(`${what}: an amount was sent to ${conversation}`);
  }
  for (const { conversation, body } of standing) {
    if (hasAmount(body) && !places.has(conversation)) wrong.push(`${what}: an amount stands in ${conversation}`);
  }
  for (const { conversation, body } of files) {
    if (brings !== true) wrong.push(`${what}: a file was brought to ${conversation}`);
    else if (!hasAmount(body)) wrong.push(`${what}: the file holds no amount`);
  }
  if (brings === true && files.length === 0) wrong.push(`${what}: whoever may have the file has none`);
  if (allowed && shows && !hasAmount(answer) && !sent.some(({ body }) => hasAmount(body))) {
    wrong.push(`${what}: whoever may see amounts saw none`);
  }
  for (const [name, text] of [
    ['the log', log],
    ['the rows', rows],
  ] as const) {
    const timeless = text.replace(MOMENT, '');
    const found = amounts.find((amount) => timeless.includes(amount));
    if (found !== undefined) wrong.push(`${what}: ${name} holds ${found}`);
  }
  return wrong;
};
