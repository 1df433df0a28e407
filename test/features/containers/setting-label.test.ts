import { settingLabel } from '#features/containers/setting-label.ts';
import { loadTexts } from '#platform/texts/texts.ts';

const words = loadTexts().for('en');

it.each([
  ['containers.api.image', 1, 'Image'],
  ['containers.api.image', 2, 'Image of api'],
  ['containers.api.environmentVariables.dbUrl.main', 1, 'Variable dbUrl.main'],
  ['containers.api.livenessProbe.httpGet.port', 1, 'Liveness probe: http get port'],
  ['containers.log-forwarder', 2, 'Container log-forwarder'],
  ['imageRegistryCredentials.registry.northwind.example.password', 1, 'Registry registry.northwind.example'],
  ['tags.costCenter', 1, 'Tag costCenter'],
  ['volumes.certificates.secret', 1, 'Volume certificates'],
])('%s in a group of %d has a short label, with names as they are', (path, containers, label) => {
  expect(settingLabel(path, containers, words)).toBe(label);
});
