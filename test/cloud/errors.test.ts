import { readFileSync } from 'node:fs';
import { decodeManagementError } from '#cloud/errors/error-body.ts';
import { errorFromAnswer } from '#cloud/errors/errors.ts';
import { meaningByCode, meaningOf, policyRules } from '#cloud/errors/refusal-codes.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import cases from '../fixtures/cloud/errors.json' with { type: 'json' };

const ids = { requestId: 'r', correlationId: 'c' };
const read = (status: number, body: unknown) =>
  errorFromAnswer({ status, headers: {}, text: JSON.stringify(body) }, decodeManagementError, ids, 0);

test.each([
  ['nested', { error: { code: 'X', message: 'why' } }],
  ['flat', { code: 'X', message: 'why' }],
  ['both, with the nested code used', { code: 'Outer', message: 'outer', error: { code: 'X', message: 'why' } }],
  ['both, with an empty nested one', { code: 'X', message: 'why', error: { code: null, message: '' } }],
  ['capitalised', { Error: { Code: 'X', Message: 'why' } }],
  ['with a code that is a number', { error: { code: 'X', message: 'why', target: null } }],
])('an error body can be %s', (_, body) => {
  expect(decodeManagementError(JSON.stringify(body))).toEqual({ code: 'X', message: 'why' });
});

test('a numeric code is read as text', () => {
  expect(decodeManagementError('{"error":{"code":400036,"message":"to"}}').code).toBe('400036');
});

test('the details of an error can be a list of errors or a text', () => {
  const list = {
    error: { code: 'X', message: 'm', target: 't', details: [{ code: 'Y', message: 'n' }, { message: 'o' }] },
  };
  const text = { code: 'X', message: 'm', details: 'n' };
  expect([list, text].map((body) => decodeManagementError(JSON.stringify(body)).details)).toEqual(['Y: n\no', 'n']);
});

test.each(['', '<html>', '[]', '"text"', 'null', '{"error":"bad"}', '{"error":[1]}'])(
  'a refusal with the body %j is an error with the status as its code',
  (text) => {
    const error = errorFromAnswer({ status: 418, headers: {}, text }, decodeManagementError, ids, 0);
    expect(error).toMatchObject({ code: 'Vendor.418', status: 418, vendorCode: '', vendorMessage: '' });
  },
);

test.each(cases.ruleLists)('the list $list of failed rules is parsed', ({ list, expected }) => {
  const message = `The following policy rules failed: ${list}`;
  expect(read(400, { error: { code: 'roleassignmentrequestpolicyvalidationfailed', message } }).failedRules).toEqual(
    expected,
  );
});

test.each(cases.statuses)(
  'a request refused with $status has arrived: $arrived; it is retryable: $retryable',
  ({ status, arrived, retryable }) => {
    expect(read(status, {})).toMatchObject({ arrived, retryable });
  },
);

test.each(cases.texts)('the text for $status $code is $text, by the code', ({ status, code, text }) => {
  expect(meaningOf(status, code, '').text).toBe(`vendor.error.${text}`);
});

test('a reused request name has another code than an existing assignment', () => {
  const message = 'A role assignment request with Id: 7 already exists.';
  expect(read(409, { error: { code: 'RoleAssignmentExists', message } }).code).toBe('Vendor.RequestNameReused');
});

type Recorded = [code: string, status: number, message: string, is: string];

const recorded: readonly Recorded[] = JSON.parse(readFileSync('test/fixtures/vendor-refusals.json', 'utf8'));

describe('the class of a refusal', () => {
  test('is the recorded one for each code, status and message', () => {
    const read = recorded.map(([code, status, message]) => [
      code,
      status,
      message,
      meaningOf(status, code, message).is,
    ]);
    expect(read).toEqual(recorded);
  });

  test('is held by these cases for every code of the list', () => {
    const held = new Set(recorded.map(([code]) => code.toLowerCase()));
    expect([...meaningByCode.keys()].filter((code) => !held.has(code))).toEqual([]);
  });

  test('is that of the error within, where its own code says nothing', () => {
    const details = [{ code: 'RegistryErrorResponse', message: 'Please retry later.' }];
    expect(read(409, { error: { code: 'Conflict', message: 'Several.', details } })).toMatchObject({
      ...{ is: 'later', textKey: 'vendor.error.registryLimit', arrived: 'yes', retryable: true },
    });
  });

  test('names the location where the version of the API is known there', () => {
    const message =
      "No registered resource provider found for location 'x' and API version '2' for type 't'. The supported api-versions are '1, 2'.";
    expect(meaningOf(400, 'NoRegisteredProviderFound', message).text).toBe('vendor.error.location');
  });
});

describe('the text of an error', () => {
  const words = loadTexts().for('en');
  const statuses = [400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 504];
  const codes = new Set(['RoleAssignmentRequestPolicyValidationFailed', ...recorded.map(([code]) => code)]);

  test('the text of an error has no placeholder, whatever status and code', () => {
    const texts = statuses.flatMap((status) =>
      [...codes].map((code) => {
        const { textKey, values } = read(status, { error: { code, message: 'why' } });
        return `${status} ${code}: ${words.plain(textKey, values)}`;
      }),
    );
    expect(texts.filter((text) => /[{}]|undefined/.test(text))).toEqual([]);
  });

  test('the text of an error says why and who has to act, where only some people can', () => {
    const said = [
      ['AadPremiumLicenseRequired', 'licence', 'the tenant’s administrators'],
      ['InsufficientPermissions', 'may not manage eligible roles', 'an owner of the place'],
      ['MissingSubscriptionRegistration', 'not registered', 'an owner of the subscription'],
      ['InvalidSubscriptionId', 'does not accept this subscription id', 'the owners of Steward’s policy'],
      ['SubscriptionNotFound', 'no such subscription', 'the owners of Steward’s policy'],
      ['ScopeDoesNotMatchRoleDefinition', 'cannot be assigned at this place', 'the owners of Steward’s policy'],
      ['LinkedAuthorizationFailed', 'another resource', 'an owner of that resource'],
    ] as const;
    const silent = said.filter(([code, why, who]) => {
      const { textKey, values } = read(400, { error: { code, message: 'why' } });
      const text = words.plain(textKey, values);
      return !text.includes(why) || !text.includes(`Ask ${who}`);
    });
    expect(silent).toEqual([]);
  });

  test('for each policy rule is different', () => {
    expect(new Set(policyRules.map((rule) => words.plain(`vendor.rule.${rule}`))).size).toBe(policyRules.length);
  });

  test('for an unknown code has the message, and code and id as values for those who look it up', () => {
    const { textKey, values } = read(418, { error: { code: 'Teapot', message: 'Short and stout.' } });
    expect(words.plain(textKey, values)).toMatch(/refused: Short and stout\. /);
    expect(values).toMatchObject({ code: 'Teapot', correlation: 'c' });
  });
});
