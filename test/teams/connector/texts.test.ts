import { loadTexts } from '#platform/texts/texts.ts';
import { ConnectorError, type ConnectorErrorKind } from '#teams/connector/errors.ts';

const kinds: Record<ConnectorErrorKind, boolean> = {
  throttled: true,
  busy: true,
  'not-sent': true,
  unclear: false,
  gone: false,
  left: false,
  blocked: false,
  disabled: false,
  forbidden: false,
  'edit-refused': false,
  'too-large': false,
  unauthorized: false,
  refused: false,
};
const words = loadTexts().for('en');
const own = ['connector.error.signIn', 'connector.error.serviceUrl', 'connector.error.stranger'] as const;
const errors = Object.keys(kinds).map((kind) => new ConnectorError(kind as ConnectorErrorKind));

it.each([...errors.map((error) => error.textKey), ...own])('%s has a text with a remedy', (key) => {
  expect(words.plain(key)).toMatch(/^[A-Z].+[.;] .+\.$/);
});

it.each(errors.map((error) => [error.kind, error] as const))(
  '%s is retryable only when nothing was posted',
  (kind, error) => {
    expect(error.retryable).toBe(kinds[kind]);
  },
);
