import { translateText } from '#cloud/operations/translation.ts';
import type { TranslatorSettings, VendorSettings } from '#platform/config/vendor-settings.ts';
import { clientSecret } from '#platform/identity/credential.ts';
import { nock, strictNock } from '../support/strict-nock.ts';
import { createClientBench, errorOf } from './client-fixture.ts';

strictNock();

const RESOURCE = '/subscriptions/s/resourceGroups/g/providers/Microsoft.CognitiveServices/accounts/translator';
const identity = { resourceId: RESOURCE, scope: 'https://cognitiveservices.azure.com/.default' };
const PUBLIC = 'https://api.cognitive.microsofttranslator.com';
const OWN = 'https://northwind.cognitiveservices.azure.com';

const settingsWith = (translator: TranslatorSettings): VendorSettings => ({
  namespace: 'Microsoft',
  management: {
    baseUrl: 'https://management.azure.com',
    tokenUrl: 'https://login.example/t/token',
    credential: clientSecret('client', 's3cret-of-client'),
  },
  translator,
});

const translate = async (translator: TranslatorSettings) => {
  const { client, http } = createClientBench({ settings: settingsWith(translator) });
  const query = { 'api-version': '3.0', to: 'de' };
  return client.raw(translateText, { path: {}, query, body: [{ Text: 'Hello' }] }).finally(() => http.close());
};

const givesToken = (token: string) =>
  nock('https://login.example')
    .post('/t/token', (form: Record<string, string>) => form['scope'] === identity.scope)
    .reply(200, { access_token: token, expires_in: 3_600 });

const translation = [{ translations: [{ text: 'Hallo', to: 'de' }] }];

it('the public service gets the token of Steward’s identity, the resource and its region, and no key', async () => {
  givesToken('of-the-identity');
  nock(PUBLIC, {
    reqheaders: {
      authorization: 'Bearer of-the-identity',
      'ocp-apim-resourceid': RESOURCE,
      'ocp-apim-subscription-region': 'westeurope',
    },
    badheaders: ['ocp-apim-subscription-key'],
  })
    .post('/translate')
    .query(true)
    .reply(200, translation);
  const answer = await translate({ baseUrl: PUBLIC, identity, region: 'westeurope' });
  expect(answer.body).toEqual(translation);
});

it('a custom domain gets the token alone: its address names the resource', async () => {
  givesToken('of-the-identity');
  nock(OWN, {
    reqheaders: { authorization: 'Bearer of-the-identity' },
    badheaders: ['ocp-apim-resourceid', 'ocp-apim-subscription-key'],
  })
    .post('/translator/text/v3.0/translate')
    .query(true)
    .reply(200, translation);
  const answer = await translate({ baseUrl: `${OWN}/translator/text/v3.0`, identity });
  expect(answer.body).toEqual(translation);
});

it('a token that the service refuses is fetched anew, once', async () => {
  givesToken('dead');
  givesToken('fresh');
  nock(PUBLIC, { reqheaders: { authorization: 'Bearer dead' } })
    .post('/translate')
    .query(true)
    .reply(401);
  nock(PUBLIC, { reqheaders: { authorization: 'Bearer fresh' } })
    .post('/translate')
    .query(true)
    .reply(200, translation);
  expect((await translate({ baseUrl: PUBLIC, identity })).body).toEqual(translation);
});

it('a preview shows no token', async () => {
  const { client, http } = createClientBench({ settings: settingsWith({ baseUrl: PUBLIC, identity }) });
  const { headers } = client.preview(translateText, { path: {}, query: { to: 'de' }, body: [{ Text: 'Hello' }] });
  await http.close();
  expect(headers).toMatchObject({ authorization: 'Bearer ***', 'ocp-apim-resourceid': RESOURCE });
});

it('a key in a file that is not there is an error without a request', async () => {
  const error = await errorOf(translate({ baseUrl: PUBLIC, key: { file: '/nowhere/steward.translator-key' } }));
  expect(error).toMatchObject({ code: 'Vendor.SignIn', arrived: 'no' });
});
