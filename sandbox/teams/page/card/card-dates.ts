/** How a person's client writes dates. */
export interface DateReader {
  locale: string;
  timezone: string;
}

const marker = /\{\{(DATE|TIME)\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)(?:, ?(SHORT|LONG|COMPACT))?\)\}\}/g;

const styles: Record<string, Intl.DateTimeFormatOptions> = {
  TIME: { hour: '2-digit', minute: '2-digit' },
  SHORT: { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
  LONG: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  COMPACT: {},
};

/**
 * A card with its dates and times as Teams shows them to this person. The renderer would take the browser's language and
 * zone, which are not those of the person whom the reader plays.
 */
export const withDates = (card: object, { locale, timezone }: DateReader): object => {
  const json = JSON.stringify(card);
  const written = json.replace(marker, (_whole, kind: string, at: string, style = 'COMPACT') =>
    new Intl.DateTimeFormat(locale, { ...styles[kind === 'TIME' ? kind : style], timeZone: timezone }).format(
      new Date(at),
    ),
  );
  return written === json ? card : JSON.parse(written);
};
