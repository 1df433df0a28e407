import { translationLimits, writeText } from '../../../src/cloud/operations/translation.ts';
import { profileOf } from '../../../src/cloud/services/profile.ts';
import { applyTerms } from '../../../src/features/translation/glossary/apply-terms.ts';
import { createTerms, putTerms, termMigrations } from '../../../src/features/translation/glossary/term-store.ts';
import { blocksOf } from '../../../src/features/translation/message/document.ts';
import { readMessage } from '../../../src/features/translation/message/read-message.ts';
import { writeBlock } from '../../../src/features/translation/message/write-block.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { openDatabase } from '../../../src/platform/storage/database.ts';
import type { Bench } from '../benches.ts';
import { type Figure, median } from '../figure.ts';

const TERMS = 1_000;
/** Of one paragraph, each with a term that the glossary may know. */
const SENTENCES = 40;
/** Rounds before those that count: code is compiled and the machine is warm. */
const WARM = 10;
const ROUNDS = 41;

const SYLLABLES = ['ka', 'lo', 'men', 'tra', 'vi', 'sor', 'ben', 'dul', 'fa', 'gir'];
/** Another word for each number, some of which begin as others do. */
const word = (n: number): string =>
  `T${[...String(n)].map((digit) => SYLLABLES[Number(digit)]).join('')}${n % 7 === 0 ? ' Gate' : ''}`;

/** As much as one request may hold: long paragraphs, a word in each sentence that may be a term, spelt as an editor spells it. */
const longMessage = (): string => {
  const paragraphs: string[] = [];
  for (let n = 0, length = 0; length < translationLimits.characters; ) {
    const sentences = Array.from({ length: SENTENCES }, () => {
      n += 1;
      return `please have a look at the ${word(n % (2 * TERMS))}, it&#39;s about to fail &quot;again&quot; for <b>all</b> of them. `;
    });
    const paragraph = `<p>${sentences.join('')}</p>`;
    paragraphs.push(paragraph);
    length += paragraph.length;
  }
  return paragraphs.join('');
};

/** A message of the longest kind, read, its terms found and all of it written for the translator. */
const createWriter = async (terms: number): Promise<() => Promise<number>> => {
  const database = await openDatabase('sqlite::memory:', termMigrations);
  const asker = { objectId: 'bench', tenantId: 'bench', conversationId: 'bench', teamId: 'bench' };
  const written = Array.from({ length: terms }, (_, n) => ({
    ...{ phrase: word(n), translation: `Wort ${n}`, source: '', target: 'de' },
  }));
  const by = { name: 'bench', now: 0, id: () => randomIds.opaque() };
  await database.transaction((trx) => putTerms(trx, { scope: 'team', holder: 'bench' }, written, by));
  const message = { kind: 'html' as const, content: longMessage() };
  const profile = profileOf('Microsoft');
  return async () => {
    const known = await createTerms({ database })(asker, 'en', 'de');
    let length = 0;
    for (const block of blocksOf(readMessage(message))) {
      length += writeText(writeBlock({ ...block, parts: applyTerms(block.parts, known) }), 'html', profile).length;
    }
    return length;
  };
};

const timed = async (work: () => Promise<number>): Promise<number> => {
  const before = performance.now();
  await work();
  return performance.now() - before;
};

/**
 * What a glossary of 1,000 terms adds to a message that fills a whole request, from the store to the markup, beside the
 * same message without terms; turn by turn, so that whatever else the machine does weighs on both.
 */
export const translationBench: Bench = async () => {
  const [plain, termed] = [await createWriter(0), await createWriter(TERMS)];
  if ((await termed()) <= (await plain())) throw new Error('no term was found');
  const [without, within]: [number[], number[]] = [[], []];
  for (let round = -WARM; round < ROUNDS; round += 1) {
    const [one, other] = [await timed(plain), await timed(termed)];
    if (round < 0) continue;
    without.push(one);
    within.push(other);
  }
  const added = median(within.map((ms, index) => ms - (without[index] ?? 0)));
  const figure = { unit: 'ms', against: median(without), baseline: 'no-terms' } as const;
  return [
    { ...figure, name: 'translation.terms', value: median(within) },
    { ...figure, name: 'translation.added', value: added },
  ] satisfies Figure[];
};
