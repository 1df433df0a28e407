import type { OperationId } from '../../../cloud/operation-ids.ts';
import type { ConnectorFaultKind, ConnectorFaultView, FaultsView, InvokeFaultKind } from '../../api.ts';
import { capitalised, type FaultChoice, upcoming } from './fault-choice.ts';
import words from './fault-words.json' with { type: 'json' };

/** One call and several calls of a kind, for sentences; `''` is any call. */
type Calls<T extends string> = Readonly<Record<T | '', readonly string[]>>;

interface Trouble {
  readonly name: string;
  readonly seconds?: FaultChoice['seconds'];
  /** Whether it is for one kind of call, so that no calls can be chosen. */
  readonly narrow?: boolean;
  /** The fault's own fields beside its kind; {seconds} and {ms} stand for numbers. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** What happens to {which} calls. */
  readonly says: string;
  /** The same where the seconds are not known. */
  readonly untimed?: string;
}

/** Of Microsoft Graph and of the directory's sign-in service. */
type Directory = 'listGroupMembers' | 'getDirectoryGroup' | 'listDirectoryUsers' | 'authorize' | 'token' | 'keys';
type ConnectorCall = NonNullable<ConnectorFaultView['on']>;

const vendorCalls: Calls<OperationId | Directory> = words.vendor.calls;
const connectorCalls: Calls<ConnectorCall> = words.connector.calls;
const pressCalls: Calls<''> = words.invokes.calls;
const vendorTroubles: Readonly<Record<string, Trouble>> = words.vendor.troubles;
const connectorTroubles: Readonly<Record<ConnectorFaultKind, Trouble>> = words.connector.troubles;
const invokeTroubles: Readonly<Record<InvokeFaultKind, Trouble>> = words.invokes.troubles;

/** What narrow faults of the vendor are about. */
const grants = 'createEligibilityRequest';

/** The words for the calls that a fault is about. */
const callsOf = (calls: Readonly<Record<string, readonly string[]>>, { narrow }: Trouble, on: string) =>
  calls[narrow ? grants : on] ?? calls[''] ?? [];

const sentence = (
  { says, untimed = says }: Trouble,
  [one = '', many = '']: readonly string[],
  count: number | undefined,
  seconds: number | undefined,
): string => {
  const single = count === undefined || count === 1;
  const parts: Readonly<Record<string, string>> = {
    which: upcoming(count, one, many),
    are: single ? 'is' : 'are',
    come: single ? 'comes' : 'come',
    seconds: `${seconds}`,
  };
  const said = (seconds === undefined ? untimed : says).replace(
    /\{(\w+)\}/g,
    (_all, name: string) => parts[name] ?? '',
  );
  return capitalised(`${said}${count === undefined ? ', until you clear it' : ''}.`);
};

/** The fault's fields with their numbers. */
const fieldsOf = ({ fields = {} }: Trouble, seconds: number): object => {
  const numbers: Readonly<Record<string, number>> = { '{seconds}': seconds, '{ms}': seconds * 1_000 };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, numbers[String(value)] ?? value]));
};

/** @param target the name of the field for the calls */
const choicesOf = (
  troubles: Readonly<Record<string, Trouble>>,
  calls: Readonly<Record<string, readonly string[]>>,
  target: string,
): readonly FaultChoice[] =>
  Object.entries(troubles).map(([key, trouble]) => ({
    key,
    name: trouble.name,
    ...(trouble.seconds && { seconds: trouble.seconds }),
    ...(trouble.narrow && { narrow: true }),
    says: ({ on, count, seconds }) => sentence(trouble, callsOf(calls, trouble, on), count, seconds),
    body: ({ on, count, seconds }) => ({
      kind: key.split(' ')[0],
      ...fieldsOf(trouble, seconds),
      ...(on && !trouble.narrow && { [target]: on }),
      ...(count !== undefined && { count }),
    }),
  }));

export const connectorChoices = choicesOf(connectorTroubles, connectorCalls, 'on');
export const invokeChoices = choicesOf(invokeTroubles, pressCalls, 'on');
export const vendorChoices = choicesOf(vendorTroubles, vendorCalls, 'operation');

export const connectorTargets: readonly { value: ConnectorCall | ''; label: string }[] = [
  { value: '', label: 'any call' },
  { value: 'send', label: 'posts' },
  { value: 'edit', label: 'edits' },
  { value: 'create', label: 'new conversations' },
  { value: 'members', label: 'look-ups of members' },
];

export const vendorTargets: readonly { value: string; label: string }[] = Object.entries(vendorCalls).map(
  ([value, [, many = '']]) => ({ value, label: value === '' ? 'any call but the sign-in' : many }),
);

/** What waits for the bot now, a sentence each. */
export const activeTroubles = ({ connector, invokes }: FaultsView): string[] => [
  ...connector.map(({ kind, on, left, seconds }) =>
    sentence(connectorTroubles[kind], connectorCalls[on ?? ''], left, seconds),
  ),
  ...invokes.map(({ kind, left, seconds }) => sentence(invokeTroubles[kind], pressCalls[''], left, seconds)),
];

interface VendorFault {
  readonly kind?: string;
  readonly code?: string;
  readonly operation?: string;
  readonly count?: number;
  readonly retryAfter?: number;
  readonly ms?: number;
}

/** A fault of the vendor sandbox as a sentence; an unknown one as JSON. */
export const vendorFaultWords = (fault: unknown): string => {
  const { kind = '', code, operation = '', count, retryAfter: wait, ms } = fault as VendorFault;
  const key = code === undefined ? kind : `${kind} ${code}`;
  const trouble = Object.hasOwn(vendorTroubles, key) ? vendorTroubles[key] : undefined;
  if (!trouble) return JSON.stringify(fault);
  const seconds = wait ?? (ms === undefined ? 2 : ms / 1_000);
  return sentence(trouble, callsOf(vendorCalls, trouble, operation), count, seconds);
};
