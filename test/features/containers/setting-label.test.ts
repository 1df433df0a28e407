import { settingLabel } from '#features/containers/setting-label.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import cases from '../../fixtures/containers/setting-label.json' with { type: 'json' };

const words = loadTexts().for('en');

it.each(cases.labels)(
  '$path in a group of $containers has a short label, with names as they are',
  ({ path, containers, label }) => {
    expect(settingLabel(path, containers, words)).toBe(label);
  },
);
