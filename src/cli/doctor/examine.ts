import type { AppConfig } from '#app.ts';
import { createVendorClient } from '#cloud/client.ts';
import type { CredentialKind } from '#cloud/operation.ts';
import { cloudSignIn } from '#cloud/services/auth.ts';
import { namedSecrets } from '#features/containers/policy.ts';
import type { ProductionConfig } from '#platform/config/config.ts';
import { createServerTime } from '#platform/http/exchange.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import type { Cloud } from '#platform/identity/cloud.ts';
import type { Credential } from '#platform/identity/credential.ts';
import { systemClock as clock } from '#platform/lib/clock.ts';
import type { TextKey } from '#platform/lib/errors.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import type { Database } from '#platform/storage/database.ts';
import type { Policy } from '#policy/policy.ts';
import { botSignIn } from '#teams/connector/calls.ts';
import type { ChannelTrust } from '#teams/connector/trust.ts';
import { createConversations } from './conversations.ts';
import { checkCertificates, checkClock, checkHost, checkProxy } from './network.ts';
import { areaChecks, askForGroups, checkPolicy } from './policy.ts';
import { type Checked, type Message, type Report, works } from './report.ts';
import { askForPeople, checkCloud, checkKeys, checkSignIn } from './sign-in.ts';
import { checkDatabase, checkSecrets, type Store } from './store.ts';

/** What Steward would run with. */
export interface Setup {
  /** The sandbox is in no cloud. */
  readonly config: Omit<ProductionConfig, 'mode' | 'cloud'> &
    Pick<AppConfig, 'peopleTokenUrl'> & { readonly cloud: Cloud | undefined };
  readonly trust: ChannelTrust;
  /** What the settings are for. */
  readonly message: Message;
}

interface Limits {
  /** The file of NODE_EXTRA_CA_CERTS. */
  readonly certificates: string | undefined;
  readonly deadlineMs: number;
}

/** A request ends before its check does, so that the check can say why. */
const IN_TIME = 0.8;

type Base = Checked<unknown>;

/** What has to work before a read of a service can. */
type Services = Readonly<Record<CredentialKind | 'teams', readonly Base[]>>;

/** Without a policy they are unknown. */
const OF_THE_POLICY = ['doctor.check.secrets', 'doctor.check.areas', 'doctor.check.conversations'] as const;

/** Without settings, all that builds on them. */
export const OF_THE_SETTINGS: readonly TextKey[] = [
  'doctor.check.cloud',
  'doctor.check.certificates',
  'doctor.check.proxy',
  'doctor.check.hosts',
  'doctor.check.keys',
  'doctor.check.botSignIn',
  'doctor.check.cloudSignIn',
  'doctor.check.policy',
  'doctor.check.database',
  ...OF_THE_POLICY,
];

/** Asks for every check after those that it builds on; writes nothing. @returns ends what is still under way */
export const examine = async (report: Report, setup: Setup, limits: Limits): Promise<() => Promise<void>> => {
  const { config, message } = setup;
  const time = createServerTime(clock);
  const http = createHttp({ clock, log: silentLog, time, proxy: config.proxy });
  let open: Database | undefined;

  const settings = report.check({ text: 'doctor.check.settings' }, [], async () => works(message));
  const cloud = report.check({ text: 'doctor.check.cloud' }, [settings], async () => checkCloud(config));
  const hosts = askForHosts(report, setup, http, limits, { settings, cloud });
  report.check({ text: 'doctor.check.clock' }, [hosts.at(setup.trust.openIdUrl)], async () => {
    await hosts.settled();
    return checkClock(time);
  });
  const services = askForSignIns(report, setup, http, hosts.at);
  const policy = report.check({ text: 'doctor.check.policy' }, [settings], () => checkPolicy(setup));
  const database = report.check({ text: 'doctor.check.database' }, [settings], () =>
    checkDatabase(config.databaseUrl.reveal(), (opened) => {
      open = opened;
    }),
  );
  const store = await valueIn(database);
  const inForce = await valueIn(policy);
  if (inForce) {
    report.check({ text: 'doctor.check.secrets' }, [policy, database], () =>
      checkSecrets(config.secretsDir, store, namedSecrets(inForce)),
    );
    askForAreas(report, setup, http, limits, inForce, services);
    askForGroups(report, setup, http, limits.deadlineMs * IN_TIME, inForce, services.app);
    askForPeople(report, setup, http, inForce, policy);
    askForRosters(report, setup, http, inForce, store, [database, ...services.teams]);
  } else for (const text of OF_THE_POLICY) report.check({ text }, [policy], async () => works(message));
  if (config.cloud !== undefined) {
    const address = { ...works({ text: 'doctor.address' }), state: 'byHand' } as const;
    report.check({ text: 'doctor.check.address' }, [settings], async () => address);
  }
  return async () => {
    await http.destroy();
    await open?.close();
  };
};

const valueIn = async <T>({ found }: Checked<T>): Promise<T | undefined> => {
  const checked = await found;
  return 'value' in checked ? checked.value : undefined;
};

interface Hosts {
  /** The check of an address's host; one for each host. */
  at(address: string): Base;
  /** Once each of them has answered or not. */
  settled(): Promise<unknown>;
}

const askForHosts = (
  report: Report,
  { config: { proxy, vendor, bot, cloud: inCloud }, trust }: Setup,
  http: Http,
  { certificates, deadlineMs }: Limits,
  { settings, cloud }: { readonly settings: Base; readonly cloud: Base },
): Hosts => {
  const isSandbox = inCloud === undefined;
  const way = { http, proxy, isSandbox, deadlineMs: deadlineMs * IN_TIME };
  const trusted = report.check({ text: 'doctor.check.certificates' }, [settings], () =>
    checkCertificates(certificates, clock),
  );
  const { management, translator, appManagement } = vendor;
  // A managed identity is asked on its own host.
  const signsInAt = (credential: Credential | undefined, tokenUrl: string | undefined) =>
    credential?.kind === 'managed' ? undefined : tokenUrl;
  const addresses = [
    ...[trust.openIdUrl, signsInAt(bot.credential, trust.tokenUrl), trust.serviceUrl],
    ...[signsInAt(management?.credential, management?.tokenUrl), management?.baseUrl],
    ...[translator?.baseUrl, appManagement?.baseUrl],
  ].filter((address) => address !== undefined);
  const origins = [...new Set(addresses.map((address) => new URL(address).origin))];
  const out = report.check({ text: 'doctor.check.proxy' }, [settings], () => checkProxy(way, origins));
  const byOrigin = new Map(
    origins.map((origin) => {
      const title = { text: 'doctor.check.host', values: { host: new URL(origin).host } } as const;
      const after = [cloud, out, ...(origin.startsWith('https:') ? [trusted] : [])];
      return [origin, report.check(title, after, () => checkHost(way, origin))];
    }),
  );
  return {
    at: (address) => byOrigin.get(new URL(address).origin) ?? out,
    settled: () => Promise.all([...byOrigin.values()].map(({ found }) => found)),
  };
};

const askForSignIns = (
  report: Report,
  { config: { bot, vendor }, trust }: Setup,
  http: Http,
  hostAt: Hosts['at'],
): Services => {
  const { management, translator, appManagement } = vendor;
  report.check({ text: 'doctor.check.keys' }, [hostAt(trust.openIdUrl)], () => checkKeys(http, trust));
  const toTeams = report.check({ text: 'doctor.check.botSignIn' }, [hostAt(trust.tokenUrl)], () =>
    checkSignIn(botSignIn({ http, trust, ...bot, clock }), randomIds.guid()),
  );
  const toCloud =
    management &&
    report.check({ text: 'doctor.check.cloudSignIn' }, [hostAt(management.tokenUrl)], () =>
      checkSignIn(cloudSignIn({ http, settings: management, clock }), randomIds.guid()),
    );
  return {
    teams: [hostAt(trust.serviceUrl), toTeams],
    app: management && toCloud ? [hostAt(management.baseUrl), toCloud] : [],
    translator: translator
      ? [hostAt(translator.baseUrl), ...('identity' in translator && toCloud ? [toCloud] : [])]
      : [],
    appManagement: appManagement ? [hostAt(appManagement.baseUrl)] : [],
  };
};

const askForAreas = (
  report: Report,
  { config: { vendor: settings } }: Setup,
  http: Http,
  { deadlineMs }: Limits,
  policy: Policy,
  services: Services,
): void => {
  const client = createVendorClient({ http, settings, clock, ids: randomIds, log: silentLog });
  for (const { title, works: message, probe } of areaChecks(policy, clock.now())) {
    report.check(title, services[probe.service ?? 'app'], async () => {
      await probe.read(client, { deadlineMs: deadlineMs * IN_TIME });
      return works(message);
    });
  }
};

const askForRosters = (
  report: Report,
  { config: { bot }, trust }: Setup,
  http: Http,
  policy: Policy,
  store: Store,
  after: readonly Base[],
): void => {
  const conversations = createConversations({ http, trust, ...bot, clock }, store);
  for (const conversation of policy.conversations) {
    const title = { text: 'doctor.check.roster', values: { title: conversation.title } } as const;
    report.check(title, after, () => conversations.check(conversation));
  }
  report.check({ text: 'doctor.check.others' }, after, () => conversations.checkOthers(policy.conversations));
};
