import type { SignOn } from '../api.ts';
import type { Store } from '../store/store.ts';
import type { Person } from './places.ts';

const localeName = ({ key }: Person): string => `locale:${key}`;
const signOnName = ({ key }: Person): string => `sign-on:${key}`;
const READS_CHANNEL_MESSAGES = 'reads-channel-messages';

/** The language that a person chose, or has in the demo data. */
export const localeOf = (store: Store, person: Person): string => store.setting(localeName(person)) ?? person.locale;

export const keepLocale = (store: Store, person: Person, locale: string): Promise<void> =>
  store.keepSetting(localeName(person), locale);

/** Whether the team granted the resource-specific permission ChannelMessage.Read.Group. */
export const readsChannelMessages = (store: Store): boolean => store.setting(READS_CHANNEL_MESSAGES) === 'yes';

export const keepReadsChannelMessages = (store: Store, granted: boolean): Promise<void> =>
  store.keepSetting(READS_CHANNEL_MESSAGES, granted ? 'yes' : 'no');

/** How a person is signed in to Teams; since this morning, unless somebody chose otherwise. */
export const signOnOf = (store: Store, person: Person): SignOn =>
  (store.setting(signOnName(person)) as SignOn | undefined) ?? 'old';

export const keepSignOn = (store: Store, person: Person, signOn: SignOn): Promise<void> =>
  store.keepSetting(signOnName(person), signOn);
