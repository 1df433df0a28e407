import { exclusionReason, type FilterWords, formatFilter, healthFilter, parseFilter } from '#features/health/filter.ts';
import { toItem } from '#features/health/item.ts';
import { AppError } from '#platform/lib/errors.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import cases from '../../fixtures/health/filter.json' with { type: 'json' };
import { eventOf, SUBSCRIPTION, wholeEvent } from './events.ts';

const words = loadTexts().for('en');
const itemOf = (properties: Readonly<Record<string, unknown>>) =>
  toItem(wholeEvent({ isEventSensitive: false, ...properties }), SUBSCRIPTION, () => undefined);

const refusal = (written: FilterWords, on: 'subscription' | 'resource'): string => {
  try {
    return JSON.stringify(parseFilter(written, on));
  } catch (error) {
    return error instanceof AppError ? error.textKey : String(error);
  }
};

const fits = (written: FilterWords, properties: Readonly<Record<string, unknown>>): boolean =>
  exclusionReason(parseFilter(written, 'resource'), itemOf(properties)) === undefined;

it.each(cases.written)('$written is parsed', ({ written, filter }) => {
  expect(parseFilter(written, 'resource')).toEqual(filter);
  expect(healthFilter.parse(filter)).toEqual(filter);
});

it.each([
  [{ level: 'awful' }, 'resource', 'health.refused.level'],
  [{ type: 'party' }, 'resource', 'health.refused.type'],
  [{ tag: 'Final PIR' }, 'subscription', 'health.refused.tagByResource'],
  [{ type: 'billing' }, 'subscription', 'health.refused.typeByResource'],
  [{ type: 'issue, retirement' }, 'subscription', 'health.refused.typeByResource'],
  [{ service: 'a,b,c,d,e,f,g,h,i' }, 'resource', 'health.refused.tooMany'],
] as const)('%j of a %s is refused', (written, on, text) => {
  expect(refusal(written, on)).toBe(text);
});

it('a level passes itself and worse levels', () => {
  const written = ['Critical', 'Error', 'Warning', 'Informational'];
  for (const [index, wanted] of written.entries()) {
    const found = written.filter((eventLevel) => fits({ level: wanted }, { eventLevel }));
    expect(found).toEqual(written.slice(0, index + 1));
  }
});

it.each(cases.passed)('the filter $written passes an event with $properties: $is', ({ written, properties, is }) => {
  expect(fits(written, properties)).toBe(is);
});

it('a filter and its reasons are described in words', () => {
  const filter = parseFilter(
    { level: 'error', type: 'issue or price changes', service: 'Key Vault', region: 'Global', tag: 'Final PIR' },
    'resource',
  );
  expect(formatFilter(filter, words)).toBe(
    'error or worse, only service issues or price changes, about Key Vault or no named service, in Global or no named region, tagged Final PIR',
  );
  expect(formatFilter({}, words)).toBe('');
  const item = toItem(eventOf({ eventLevel: 'Warning' }), SUBSCRIPTION, () => undefined);
  const one = exclusionReason({ level: 'error' }, item);
  expect(one && words.plain(one.text, one.values)).toBe('its level (warning) is below the watch’s level (error)');
  const other = exclusionReason(
    { regions: ['Global', 'East Asia'] },
    toItem(wholeEvent(), SUBSCRIPTION, () => undefined),
  );
  expect(other && words.plain(other.text, other.values)).toBe('none of its regions is Global, East Asia');
});
