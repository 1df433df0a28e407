import cases from '../fixtures/gallery/gallery.json' with { type: 'json' };
import { cardSamples } from '../support/card-samples.ts';
import { accessibilityProblems } from './accessibility.ts';
import { pageColours } from './colours.ts';
import { drawGallery, LOOKS } from './gallery.ts';

const colours = pageColours();
const problems = (...body: object[]): string[] => accessibilityProblems({ type: 'AdaptiveCard', body }, colours);

describe('the gallery', () => {
  const { html, problems: found } = drawGallery(cardSamples);

  it('has a place for every sample in every look', () => {
    const places = [...html.matchAll(/data-card="(\d+)"/g)].map(([, index]) => Number(index));
    expect(places.sort((a, b) => a - b)).toEqual(cardSamples.flatMap((_sample, index) => LOOKS.map(() => index)));
  });

  it('needs nothing beside it: no address of another file', () => {
    const [map = ''] = /<script type="importmap">[^<]*/.exec(html) ?? [];
    expect(html).not.toMatch(/<(link|img|script src)/);
    expect(map).not.toMatch(/"(?!data:)[^":]*":"(?!data:)/);
  });

  it('finds nothing that people would miss who see or use a card otherwise', () => {
    expect(found).toEqual([]);
  });
});

describe('the check of the gallery', () => {
  it.each(cases.faults)('finds $what', ({ node, line }) => {
    expect(problems(node)).toEqual([line]);
  });

  it('finds text that is too faint for its ground, in the look where it is', () => {
    const pale = colours.map((look) => ({
      ...look,
      of: (variable: string) => (variable.includes('ink') ? '#aaaaaa' : look.of(variable)),
    }));
    expect(accessibilityProblems({ type: 'TextBlock', text: 'Paid' }, pale)).toEqual([
      expect.stringContaining('in the light'),
    ]);
  });

  it('takes a pressed row that has words', () => {
    const row = {
      type: 'Container',
      items: [{ type: 'TextBlock', text: 'Storage' }],
      selectAction: { type: 'Action.Execute' },
    };
    expect(problems(row)).toEqual([]);
  });
});
