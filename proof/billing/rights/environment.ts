import { cloud, type PersonKey } from '../../../sandbox/world.ts';
import { createLogger } from '../../../src/platform/lib/logger.ts';
import { openExistingDatabase } from '../../../src/platform/storage/database.ts';
import { isAtRest } from '../../../test/support/billing.ts';
import { channels, personalChat, type Steward, sentBodies, startSteward } from '../../../test/support/steward.ts';
import { everyTable } from '../../../test/support/store-invariants.ts';
import { vendorAuthorization } from '../../../test/support/story.ts';

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

const hasAmount = (text: string): boolean => AMOUNT.test(text);

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

export const people: readonly PersonKey[] = ['ana', 'bo', 'cy', 'di', 'fi'];
export const places = [...Object.keys(channels), 'own'] as (keyof typeof channels | 'own')[];
export type Place = (typeof places)[number];
export const chatOf = (as: PersonKey, place: Place): string => (place === 'own' ? personalChat(as) : channels[place]);

const chats = [...Object.values(channels), ...people.map(personalChat)];

/** Who may see, and where amounts may stand: names of the sandbox's policy. */
export interface Rights {
  readonly see: readonly PersonKey[];
  readonly channels: readonly (keyof typeof channels)[];
}

export type RightsEnvironment = Awaited<ReturnType<typeof openRightsEnvironment>>;

export const openRightsEnvironment = async (databaseUrl: string) => {
  let lines: string[] = [];
  let taken = 0;
  const known = new Set<string>();
  const log = createLogger('debug', { write: (line) => void lines.push(line) });
  const steward = await startSteward({ log, wideLimits: true, databaseUrl });
  const store = openExistingDatabase(databaseUrl);
  const { teams } = steward;
  const amounts = await amountsOf(steward);
  return {
    steward,
    /** Amounts of the invoice that are told apart from every other number, as the vendor and as cards write them. */
    amounts,
    async allow({ see, channels: allowed }: Rights) {
      await steward.writePolicy((text) =>
        text.replace(
          /(northwind:\n(?:.*\n)*?)( +)see: .*\n +channels: .*\n/,
          `$1$2see: [${see.join(', ')}]\n$2channels: [${allowed.join(', ')}]\n`,
        ),
      );
    },
    /** The newest card of an invoice there, whoever asked for it. */
    async card(place: string) {
      const messages = await teams.messages(place);
      return messages.findLast(({ cards }) => JSON.stringify(cards).includes('"billing.'));
    },
    /** Waits until nothing is read and nothing is left to be said. */
    rest: () => steward.until('the bot at rest', () => isAtRest(store.db)).then(() => undefined),
    /** Since it was last asked. */
    sent() {
      const fresh = sentBodies(steward).slice(taken);
      taken += fresh.length;
      return fresh;
    },
    /** Cards as they are now; looked at again for a while where one holds an amount outside of these places. */
    async standing(allowed: ReadonlySet<string>) {
      const look = async () => {
        const found = await Promise.all(
          chats.map(async (conversation) => {
            const messages = await teams.messages(conversation);
            return { conversation, body: JSON.stringify(messages.map(({ cards }) => cards)) };
          }),
        );
        return found.filter(({ conversation, body }) => hasAmount(body) && !allowed.has(conversation));
      };
      // What a new policy hides is drawn again by itself, a little after it came into force.
      const hidden = async () => (await look()).length === 0;
      await steward.until('no amount where it may not stand', hidden).catch(() => undefined);
      return look();
    },
    /** Since it was last asked. */
    async files() {
      const messages = await Promise.all(
        chats.map(async (conversation) =>
          (await teams.messages(conversation)).flatMap(({ files = [] }) =>
            files.map(({ downloadUrl }) => ({ conversation, downloadUrl })),
          ),
        ),
      );
      const fresh = messages.flat().filter(({ downloadUrl }) => !known.has(downloadUrl));
      for (const { downloadUrl } of fresh) known.add(downloadUrl);
      return Promise.all(
        fresh.map(async ({ conversation, downloadUrl }) => {
          const answer = await fetch(`${teams.url}${downloadUrl}`, { headers: { connection: 'close' } });
          return { conversation, body: await answer.text() };
        }),
      );
    },
    log() {
      const said = lines.join('');
      lines = [];
      return said;
    },
    /** Every row of every table, without the figures that a report keeps. */
    async rows() {
      const rows = (await everyTable(store.db)).flatMap((table) => table.rows);
      return JSON.stringify(rows.map((row) => ({ ...row, result_json: undefined, filter_json: undefined })));
    },
    async end() {
      await store.close();
      await steward.end();
    },
  };
};

/** Of six places and more: a shorter number could be part of an id or of a moment. */
const TELLING = 6;

const amountsOf = async ({ vendor }: Steward): Promise<readonly string[]> => {
  const { account, invoice } = cloud.billing;
  const authorization = await vendorAuthorization(vendor.url);
  const path = `/providers/Vendor.Billing/billingAccounts/${encodeURIComponent(account)}/invoices/${invoice}/transactions`;
  const numbers = new Set<string>();
  for (let url: string | undefined = `${vendor.url}${path}?api-version=2024-04-01&top=50`; url !== undefined; ) {
    const text = await (await fetch(url, { headers: { authorization } })).text();
    for (const [, number = ''] of text.matchAll(/"value":(-?\d+\.\d+)/g)) {
      if (number.length >= TELLING) numbers.add(number);
      const [whole = '', part = ''] = number.split('.');
      if (part.length === 2 && whole.length > 3) numbers.add(`${whole.slice(0, -3)},${whole.slice(-3)}.${part}`);
    }
    url = /"nextLink":"([^"]+)"/.exec(text)?.[1];
  }
  return [...numbers];
};
