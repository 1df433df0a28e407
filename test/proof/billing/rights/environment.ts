import { createLogger } from '../../../../src/lib/logger.ts';
import type { MessageView } from '../../../../src/sandbox/teams/api.ts';
import { cloud, type PersonKey } from '../../../../src/sandbox/world.ts';
import { type Db, openExistingDatabase } from '../../../../src/storage/database.ts';
import { isAtRest } from '../../../support/billing.ts';
import { channels, personalChat, type Steward, startSteward } from '../../../support/steward.ts';
import { hasAmount } from './invariants.ts';

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

export interface RightsEnvironment {
  readonly steward: Steward;
  /** Amounts of the invoice that are told apart from every other number, as the vendor and as cards write them. */
  readonly amounts: readonly string[];
  allow(rights: Rights): Promise<void>;
  /** The newest card of an invoice there, whoever asked for it. */
  card(place: string): Promise<MessageView | undefined>;
  /** Waits until nothing is read and nothing is left to be said. */
  rest(): Promise<void>;
  /** Since it was last asked. */
  sent(): { readonly conversation: string; readonly body: string }[];
  /** Cards as they stand now; looked at again for a while where one holds an amount outside of these places. */
  standing(places: ReadonlySet<string>): Promise<{ readonly conversation: string; readonly body: string }[]>;
  /** Since it was last asked. */
  files(): Promise<{ readonly conversation: string; readonly body: string }[]>;
  log(): string;
  rows(): Promise<string>;
  end(): Promise<void>;
}

export const openRightsEnvironment = async (databaseUrl?: string): Promise<RightsEnvironment> => {
  let lines: string[] = [];
  let heard = 0;
  const known = new Set<string>();
  const log = createLogger('debug', { write: (line) => void lines.push(line) });
  const steward = await startSteward({ log, wideLimits: true, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  const store = openExistingDatabase(steward.databaseUrl);
  const { teams } = steward;
  const amounts = await amountsOf(steward);
  return {
    steward,
    amounts,
    async allow({ see, channels: allowed }) {
      await steward.writePolicy((text) =>
        text.replace(
          /(northwind:\n(?:.*\n)*?)( +)see: .*\n +channels: .*\n/,
          `$1$2see: [${see.join(', ')}]\n$2channels: [${allowed.join(', ')}]\n`,
        ),
      );
    },
    async card(place) {
      const messages = await teams.messages(place);
      return messages.findLast(({ cards }) => JSON.stringify(cards).includes('"billing.'));
    },
    rest: () => steward.until('the bot at rest', () => isAtRest(store.db)).then(() => undefined),
    sent() {
      const requests = teams.requests();
      const fresh = requests.slice(heard).map(({ path, body }) => ({
        conversation: decodeURIComponent(path.split('/')[3] ?? '').split(';', 1)[0] ?? '',
        body: JSON.stringify(body ?? ''),
      }));
      heard = requests.length;
      return fresh;
    },
    async standing(allowed) {
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
    rows: () => everyRow(store.db),
    async end() {
      await store.close();
      await steward.end();
    },
  };
};

/** Every row of every table, without the figures that a report keeps. */
const everyRow = async (db: Db): Promise<string> => {
  const tables = await db.introspection.getTables();
  const found = await Promise.all(
    tables.map(async ({ name }) =>
      db
        .selectFrom(name as 'billing_reports')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(found.flat().map((row) => ({ ...row, result_json: undefined })));
};

/** Of six places and more: a shorter number could be part of an id or of a moment. */
const TELLING = 6;

const amountsOf = async ({ vendor }: Steward): Promise<readonly string[]> => {
  const { account, invoice } = cloud.billing;
  const token = await fetch(vendor.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: vendor.client.id,
      client_secret: vendor.client.secret,
      scope: `${vendor.url}/.default`,
    }),
  }).then((answer) => answer.json() as Promise<{ access_token: string }>);
  const path = `/providers/Vendor.Billing/billingAccounts/${encodeURIComponent(account)}/invoices/${invoice}/transactions`;
  const numbers = new Set<string>();
  for (let url: string | undefined = `${vendor.url}${path}?api-version=2024-04-01&top=50`; url !== undefined; ) {
    const text: string = await fetch(url, { headers: { authorization: `Bearer ${token.access_token}` } }).then(
      (answer) => answer.text(),
    );
    for (const [, number = ''] of text.matchAll(/"value":(-?\d+\.\d+)/g)) {
      if (number.length >= TELLING) numbers.add(number);
      const [whole = '', part = ''] = number.split('.');
      if (part.length === 2 && whole.length > 3) numbers.add(`${whole.slice(0, -3)},${whole.slice(-3)}.${part}`);
    }
    url = /"nextLink":"([^"]+)"/.exec(text)?.[1];
  }
  return [...numbers];
};
