import { type NoticeSettings, type NoticeWay, noticeWays } from '#engine/changes/notices/settings.ts';
import { parseMoment } from '#platform/lib/parse-moment.ts';
import { parseQuietHours } from '#platform/lib/quiet-hours.ts';
import type { Policy } from '#policy/policy.ts';
import type { Answers } from '#teams/cards/form.ts';

export const NOTICES_FORM = 'requests.notices';

const WAYS: Readonly<Record<NoticeWay, RegExp>> = {
  mention: /^(a )?mentions?( me)?$/i,
  chat: /^(in )?(my |the )?(own |personal )?chat$/i,
  digest: /^(a |the )?(daily )?(digest|message|daily)$/i,
};

/** “own chat” as its value; anything else stays as it is, for the form to refuse. */
const parseWay = (text: string): string => noticeWays.find((way) => WAYS[way].test(text)) ?? text;

const NONE = /^(none|no|off|never|nobody|not|back)$/i;

/** A day without a time means that whole day before. */
const MIDNIGHT = 0;

/** Until when somebody is away, in milliseconds since 1970; undefined where it is no moment ahead. */
export const parseAway = (text: string, now: number, zone: string): number | undefined => {
  const at = parseMoment(text.replace(/^\s*(until|till|to)\s+/i, ''), now, zone, MIDNIGHT);
  return at !== undefined && at > now ? at : undefined;
};

/** The IANA name of a time zone; undefined for an unknown one. */
export const parseZone = (text: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text.trim() }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};

/** Minutes after midnight as people type them. */
export const clockTime = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** The arguments of a typed command, as answers of the form: without commas, with the form's values. */
export const answersIn = (args: Readonly<Record<string, string | undefined>>, policy: Policy): Answers => {
  const said = Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) =>
      value
        ? [
            [
              name,
              value
                .trim()
                .replace(/[,;.]$/, '')
                .trimEnd(),
            ],
          ]
        : [],
    ),
  );
  const { way, standIn, ...rest } = said;
  const [person, ...others] = policy.findPeople(standIn ?? '');
  return {
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, toAnswer(name, value ?? '')])),
    ...(way === undefined ? {} : { way: parseWay(way) }),
    ...(standIn === undefined ? {} : { standIn: person && others.length === 0 ? person.key : toAnswer('', standIn) }),
  };
};

/** “none” empties a field that may be empty. */
const toAnswer = (name: string, value: string): string =>
  name !== 'weekends' && NONE.test(value) ? '' : name === 'weekends' ? value.toLowerCase() : value;

/** What somebody chose before, as answers of the form. */
export const answersOf = (settings: NoticeSettings, policy: Policy, now: number): Answers => {
  const { way, quiet, weekends, zone, awayUntil = 0, standIn } = settings;
  const away = awayUntil > now ? new Date(awayUntil).toISOString().replace(/:00\.000Z$/, 'Z') : '';
  return {
    ...{ way, zone, weekends: weekends ? 'yes' : 'no' },
    quiet: quiet ? `${clockTime(quiet.from)}-${clockTime(quiet.to)}` : '',
    away,
    standIn: away === '' ? '' : (policy.personByObjectId(standIn ?? '')?.key ?? ''),
  };
};

/** The settings that complete and checked answers say. @param language of the person, a BCP 47 tag */
export const settingsIn = (
  { way = '', quiet = '', weekends, zone = '', away = '', standIn = '' }: Answers,
  policy: Policy,
  { now, language }: { readonly now: number; readonly language: string },
): NoticeSettings => ({
  way: noticeWays.find((one) => one === way) ?? 'mention',
  quiet: parseQuietHours(quiet),
  weekends: weekends !== 'no',
  zone: parseZone(zone) ?? 'UTC',
  language,
  awayUntil: parseAway(away, now, parseZone(zone) ?? 'UTC'),
  standIn: standIn === '' || away === '' ? undefined : policy.person(standIn)?.objectId,
});
