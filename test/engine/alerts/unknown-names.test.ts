import { describeUnknownNames, unknownNames } from '#engine/alerts/feed/unknown-names.ts';
import { loadTexts } from '#platform/texts/texts.ts';

const known = { services: ['App Service', 'Key Vault', 'Service Bus'], regions: ['West Europe', 'North Europe'] };

it('a known name in another case or spelling is not unknown', () => {
  expect(unknownNames({ services: ['app service', 'KeyVault'], regions: ['WEST-EUROPE'] }, known)).toEqual([]);
});

it.each([
  [{ services: ['Ap Service'] }, 'service', ['App Service']],
  [{ services: ['Vault'] }, 'service', ['Key Vault']],
  [{ regions: ['Europe'] }, 'region', ['North Europe', 'West Europe']],
  [{ regions: ['Moon'] }, 'region', []],
])('an unknown name (%j) is returned with similar known names', (wanted, what, near) => {
  expect(unknownNames(wanted, known)).toMatchObject([{ what, near }]);
});

it('an unknown name is described in one sentence', () => {
  const words = loadTexts().for('en');
  expect(describeUnknownNames(unknownNames({ services: ['Ap Service'] }, known), words)).toMatch(
    /“Ap Service”\. Did you mean App Service\?/,
  );
  expect(describeUnknownNames([], words)).toBe('');
});
