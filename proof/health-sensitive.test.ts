import { type Evidence, secretViolations } from './health/sensitive/invariants.ts';
import { type SecretEvent, secrets, secretsIn, tell, withoutTexts } from './health/sensitive/secrets.ts';
import { testViolations } from './lib/testing.ts';

const secret = (secrecy: SecretEvent['secrecy'], number: number): SecretEvent => ({
  ...{ name: `S00${number}-SEC`, number, secrecy, asDocumented: false, level: 'Error', byResource: false },
});
const events = secrets.map((secrecy, index) => secret(secrecy, index + 1));
const [always, unsaid, later] = events as [SecretEvent, SecretEvent, SecretEvent, SecretEvent];
const word = ({ number }: SecretEvent): string => `PLANTq${number}qtitle0`;

it('a generated event has over fifty secret words, and without its texts it has only those of its title', () => {
  const moment = { step: 0, sensitive: true, spread: true, over: false, at: 0, startedAt: 0 };
  const record = JSON.stringify(tell(always, moment));
  expect(new Set(record.match(/PLANTq1q\w+/g)).size).toBeGreaterThan(50);
  const listed = JSON.stringify(withoutTexts(tell(always, moment)));
  expect(listed).not.toContain('PLANTq1qsummary0');
  expect([...secretsIn(listed)]).toEqual([1]);
});

describe('secretViolations', () => {
  const CHAT = 'a:cy';
  const faces = events.map(({ name, secrecy, number }) =>
    [name, 'Key Vault', 'West Europe', secrecy === 'never' ? `PLANTq${number}qtitle0` : ''].join(' '),
  );
  const right: Evidence = {
    ...{ events, permitted: CHAT, asked: [always.name], log: '{}', rows: '[]', bytes: word(later) },
    standing: new Map([
      ['19:alerts', faces],
      [CHAT, [word(always)]],
    ]),
    sent: [
      { conversation: CHAT, body: word(always) },
      { conversation: '19:alerts', body: word(later) },
    ],
    sentBefore: 2,
    answers: ['This event is sensitive.'],
  };
  const standingIn = (place: string, text: string) => new Map([...right.standing, [place, [text]]]);

  testViolations(secretViolations, 'a secret that only the permitted person has', right, [
    ['a secret word in a message', { sent: [{ conversation: '19:alerts', body: word(always) }] }],
    ['a secret word that is sent after it became secret', { sentBefore: 1 }],
    ['a secret word in another chat', { sent: [{ conversation: 'a:ana', body: word(unsaid) }] }],
    ['a secret word in an answer', { answers: [word(unsaid)] }],
    ['a secret word in an answer after it became secret', { answers: [word(later)] }],
    ['a secret word in the log', { log: word(events[3] as SecretEvent) }],
    ['a secret word in lower case', { log: word(always).toLowerCase() }],
    ['a secret word in a row', { rows: word(always) }],
    ['a secret word in a row after it became secret', { rows: word(later) }],
    ['a secret word in deleted bytes of the store', { bytes: word(unsaid) }],
    ['a card that was not scrubbed', { standing: standingIn('19:general', word(later)) }],
    ['details that never reached the permitted person', { standing: standingIn(CHAT, 'nothing') }],
  ]);

  it('a card without service, region or texts that may be shown is a violation', () => {
    const standing = standingIn('19:alerts', faces.slice(1, 3).join('\n'));
    expect(secretViolations({ ...right, standing })).toEqual([
      `${always.name}: no card says Key Vault`,
      `${always.name}: no card says West Europe`,
      'S004-SEC: no card says Key Vault',
      'S004-SEC: no card says West Europe',
      'S004-SEC: its words stand nowhere, though they may',
    ]);
  });
});
