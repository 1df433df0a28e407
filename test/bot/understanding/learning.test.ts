import { loadPhrases, phraseLanguages } from '#bot/phrases/phrases.ts';
import { readLessons, study, writeLessons } from '#bot/understanding/learning.ts';

it.each(phraseLanguages())(
  'the lessons that the build keeps of the phrases in %s are read back as they were learned',
  (language) => {
    const work = study(loadPhrases(language));
    let step = work.next();
    while (!step.done) step = work.next();
    const lessons = step.value;
    expect(lessons.weights.features.length).toBeGreaterThan(10_000);
    const kept = writeLessons(lessons);
    expect(writeLessons(readLessons(kept)) === kept).toBe(true);
  },
);
