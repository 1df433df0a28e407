import { z } from 'zod';
import type { Http, HttpResponse } from '#platform/http/http.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Secret } from '#platform/lib/secret.ts';
import type { DirectoryPerson } from './directory.ts';

/** Where the tenant's directory is, and how Steward signs in to it. */
export interface DirectoryAccess {
  /** Microsoft Graph in the tenant's cloud, without a slash at the end. */
  readonly baseUrl: string;
  /** The value of the Authorization header for this scope. @throws AppError where there is no sign-in */
  tokenFor(scope: string, correlation: string): Promise<Secret>;
  /** Drops a token that was refused. */
  dropToken(scope: string, token: Secret): void;
}

/** Why the directory said nothing of a group or person. */
export type DirectoryTrouble = 'forbidden' | 'gone' | 'tooLarge' | 'throttled' | 'signIn' | 'unreadable' | 'away';

/** The directory could not be read. */
export class DirectoryUnread extends AppError {
  override readonly name = 'DirectoryUnread';
  readonly trouble: DirectoryTrouble;
  /** Graph's own code, such as Authorization_RequestDenied; empty where it gave none. */
  readonly graphCode: string;
  /** Graph's id of the request, for its support. */
  readonly requestId: string;

  constructor(trouble: DirectoryTrouble, more: { code?: string; requestId?: string; cause?: unknown } = {}) {
    super({ code: `Directory.${trouble}`, text: `directory.trouble.${trouble}`, cause: more.cause });
    this.trouble = trouble;
    this.graphCode = more.code ?? '';
    this.requestId = more.requestId ?? '';
  }
}

/** The reads of Microsoft Graph that Steward makes. */
export interface Graph {
  /** Everybody in a group, also through other groups. @throws DirectoryUnread unless all of them could be read */
  members(group: string, options: ReadOptions): Promise<readonly DirectoryPerson[]>;
  /** The group's name. @throws DirectoryUnread */
  groupName(group: string, options: ReadOptions): Promise<string>;
  /** The people with this e-mail address or user principal name; whose principal name it is comes alone. @throws DirectoryUnread */
  peopleOf(account: string, options: ReadOptions): Promise<readonly DirectoryPerson[]>;
}

interface ReadOptions {
  /** Milliseconds for the whole read, waits and all pages included. */
  readonly deadlineMs: number;
  readonly correlation: string;
}

interface GraphDeps {
  readonly http: Http;
  readonly access: DirectoryAccess;
  /** Milliseconds, of a steady clock. */
  readonly now: () => number;
}

/** The most members that are read; more would make each decision slow. */
const MOST_MEMBERS = 5_000;
/** The largest page that Graph gives. */
const PAGE = 999;
/** A page may hold fewer than it was asked for; a list without an end must not be followed for ever. */
const MOST_PAGES = 100;

const FIELDS = 'id,displayName,mail,userPrincipalName';

const text = z
  .string()
  .nullish()
  .transform((value) => value || undefined);

const user = z.object({ id: z.guid().toLowerCase(), displayName: text, mail: text, userPrincipalName: text }).transform(
  ({ id, displayName, mail, userPrincipalName }): DirectoryPerson => ({
    ...{ objectId: id, name: displayName, email: mail, account: userPrincipalName?.toLowerCase() },
  }),
);

/** Members are people, groups, devices and programs; each says what it is. */
const member = z.object({ '@odata.type': z.string(), id: z.guid() }).loose();
const memberPage = z.object({ value: z.array(member), '@odata.nextLink': z.string().optional() });
const userPage = z.object({ value: z.array(user) });
const USER = '#microsoft.graph.user';

const failure = z.object({
  error: z.object({ code: z.string(), innerError: z.object({ 'request-id': z.string().optional() }).optional() }),
});

/** Microsoft Graph v1.0, without the cast to users: that asks an index which may lag behind, and a decision must not. */
export const createGraph = ({ http, access, now }: GraphDeps): Graph => {
  const { origin } = new URL(access.baseUrl);
  const scope = `${origin}/.default`;

  const once = async (url: string, deadlineMs: number, correlation: string): Promise<HttpResponse> => {
    const token = await access.tokenFor(scope, correlation).catch((error: unknown) => {
      throw new DirectoryUnread('signIn', { cause: error });
    });
    const headers = { accept: 'application/json', authorization: token, 'client-request-id': correlation };
    const response = await http
      .send({ method: 'GET', url, origin, headers, retry: 'read', deadlineMs, credential: 'directory', correlation })
      .catch((error: unknown) => {
        const isThrottled = error instanceof HttpFailure && error.kind === 'throttled';
        throw new DirectoryUnread(isThrottled ? 'throttled' : 'away', { cause: error });
      });
    if (response.status === 401) access.dropToken(scope, token);
    return response;
  };

  /** @param until the moment, of the steady clock, after which nobody waits */
  const get = async <T>(url: string, schema: z.ZodType<T>, until: number, correlation: string): Promise<T> => {
    const left = (): number => until - now();
    if (left() <= 0) throw new DirectoryUnread('away');
    const first = await once(url, left(), correlation);
    // A token may have been withdrawn before its time.
    const response = first.status === 401 && left() > 0 ? await once(url, left(), correlation) : first;
    if (response.status !== 200) throw refusalOf(response);
    const read = schema.safeParse(parseJson(response.text));
    if (!read.success) throw new DirectoryUnread('unreadable', { cause: read.error });
    return read.data;
  };

  return {
    async members(group, { deadlineMs, correlation }) {
      const until = now() + deadlineMs;
      const path = `/v1.0/groups/${encodeURIComponent(group)}/transitiveMembers`;
      const people = new Map<string, DirectoryPerson>();
      const followed = new Set<string>();
      let next: string | undefined = `${access.baseUrl}${path}?$select=${FIELDS}&$top=${PAGE}`;
      while (next !== undefined) {
        if (followed.has(next) || followed.size >= MOST_PAGES) throw new DirectoryUnread('unreadable');
        followed.add(next);
        const page: z.infer<typeof memberPage> = await get(next, memberPage, until, correlation);
        for (const one of page.value.filter((each) => each['@odata.type'] === USER)) {
          const read = user.safeParse(one);
          if (!read.success) throw new DirectoryUnread('unreadable', { cause: read.error });
          people.set(read.data.objectId, read.data);
        }
        if (people.size > MOST_MEMBERS) throw new DirectoryUnread('tooLarge');
        next = page['@odata.nextLink'];
      }
      return [...people.values()];
    },
    async groupName(group, { deadlineMs, correlation }) {
      const url = `${access.baseUrl}/v1.0/groups/${encodeURIComponent(group)}?$select=id,displayName`;
      return (await get(url, named, now() + deadlineMs, correlation)).displayName ?? group;
    },
    async peopleOf(account, { deadlineMs, correlation }) {
      const until = now() + deadlineMs;
      const quoted = `'${account.replaceAll("'", "''")}'`;
      const filter = `userPrincipalName eq ${quoted} or mail eq ${quoted}`;
      const url = `${access.baseUrl}/v1.0/users?$filter=${encodeURIComponent(filter)}&$select=${FIELDS}`;
      const { value } = await get(url, userPage, until, correlation);
      const own = value.filter((one) => one.account === account.toLowerCase());
      return own.length > 0 ? own : value;
    },
  };
};

const named = z.object({ displayName: text });

const refusalOf = (response: HttpResponse): DirectoryUnread => {
  const { error } = failure.safeParse(parseJson(response.text)).data ?? {};
  const more = { code: error?.code ?? '', requestId: error?.innerError?.['request-id'] ?? '' };
  return new DirectoryUnread(troubles[response.status] ?? 'away', more);
};

const troubles: Readonly<Record<number, DirectoryTrouble>> = {
  401: 'signIn',
  403: 'forbidden',
  404: 'gone',
  429: 'throttled',
};

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};
