import { escapeHtml } from '../../../../src/platform/lib/html.ts';
import type { SandboxPerson } from '../../../world.ts';
import { accounts } from '../accounts.ts';
import { findRegistration } from '../authorization-request.ts';
import { accountOf, type Interaction, type Problem, type Session } from '../interaction.ts';
import { accountLine, describedBy, formOf, problemLine, signInPageOf } from './layout.ts';

interface Surroundings {
  readonly session: Session | undefined;
  /** The interaction as the form brings it back. */
  readonly sealed: string;
  /** Where the form goes. */
  readonly action: string;
  /** The caller's time, in milliseconds since 1970. */
  readonly now: number;
}

const words: Readonly<Record<Problem, string>> = {
  'unknown-account': 'We couldn’t find an account with that name. Try another one.',
  'no-password': 'Please enter your password.',
  'wrong-number': 'That is not the number shown here. Look again and enter it on the phone.',
};

/** First in a form, so that Enter in its field goes on. */
const DEFAULT = '<button class="default" name="next" value="yes" tabindex="-1" aria-hidden="true"></button>';
const CANCEL = '<button name="cancel" value="yes" formnovalidate>Cancel</button>';

/** The page of a step. */
export const interactionPage = (interaction: Interaction, around: Surroundings): string => {
  const problem = interaction.problem && words[interaction.problem];
  const [title, body] = stepOf(interaction, around, problem);
  return signInPageOf(title, formOf(around.action, around.sealed, body));
};

const stepOf = (
  interaction: Interaction,
  { session, now }: Surroundings,
  problem: string | undefined,
): readonly [title: string, body: string] => {
  switch (interaction.step) {
    case 'choose':
      return ['Pick an account', chooser(interaction, session)];
    case 'name':
      return ['Sign in', nameFields(problem)];
    case 'password':
      return ['Enter password', passwordFields(accountOf(interaction), problem)];
    case 'factor':
      return ['Approve sign in request', phone(interaction, problem)];
    case 'denied':
      return ['We didn’t hear from you', denied(accountOf(interaction))];
    case 'blocked':
      return ['You cannot access this right now', blocked(interaction, now)];
  }
};

const heading = (text: string): string => `<h1>${text}</h1>`;

const initialsOf = ({ givenName, surname }: SandboxPerson): string => `${givenName[0] ?? ''}${surname[0] ?? ''}`;

const chooser = ({ request }: Interaction, session: Session | undefined): string => {
  const rows = accounts.map((account) => {
    const { objectId, name, email } = account;
    const isSignedIn = session?.account === objectId ? '<span class="quiet">Signed in</span>' : '';
    return (
      `<li><button class="tile" name="account" value="${objectId}"><span class="face" aria-hidden="true">${initialsOf(account)}</span>` +
      `<span class="who"><strong>${escapeHtml(name)}</strong><span class="quiet">${escapeHtml(email)}</span>${isSignedIn}</span></button></li>`
    );
  });
  const program = findRegistration(request.clientId)?.name ?? '';
  return (
    `${heading('Pick an account')}<p class="quiet">to continue to ${escapeHtml(program)}</p><ul class="tiles">${rows.join('')}` +
    '<li><button class="tile" name="other" value="yes"><span class="face" aria-hidden="true">+</span>' +
    `<span class="who"><strong>Use another account</strong></span></button></li></ul><p class="buttons">${CANCEL}</p>`
  );
};

const nameFields = (problem: string | undefined): string =>
  `${DEFAULT}${heading('Sign in')}${problemLine(problem)}` +
  `<label>Email address<input name="account" autocomplete="username" autofocus required${describedBy(problem)}></label>` +
  '<p class="buttons"><button name="choose" value="yes" formnovalidate>Back</button>' +
  '<button class="primary" name="next" value="yes">Next</button></p>';

const passwordFields = (account: SandboxPerson, problem: string | undefined): string =>
  `${DEFAULT}${accountLine(account)}` +
  `${heading('Enter password')}${problemLine(problem)}` +
  `<label>Password of ${escapeHtml(account.name)}<input type="password" name="password" autocomplete="off" autofocus${describedBy(problem)}></label>` +
  '<p><button class="link" name="choose" value="yes">Use another account</button></p>' +
  `<p class="buttons">${CANCEL}<button class="primary" name="next" value="yes">Sign in</button></p>`;

const phone = (interaction: Interaction, problem: string | undefined): string => {
  const account = accountOf(interaction);
  return (
    `${DEFAULT}${accountLine(account)}` +
    `${heading('Approve sign in request')}` +
    '<p>Open your Authenticator app, and enter the number shown to sign in.</p>' +
    `<p class="number" role="img" aria-label="The number is ${interaction.number}">${interaction.number}</p>` +
    `<fieldset class="phone"><legend>${escapeHtml(account.givenName)}’s phone</legend>` +
    `<p>Are you trying to sign in?</p>${problemLine(problem)}` +
    `<label>Enter the number shown<input name="number" inputmode="numeric" autocomplete="off" maxlength="2" autofocus${describedBy(problem)}></label>` +
    '<p class="buttons"><button name="deny" value="yes">No, it’s not me</button>' +
    '<button class="primary" name="next" value="yes">Yes</button></p></fieldset>' +
    `<p class="buttons">${CANCEL}</p>`
  );
};

const denied = (account: SandboxPerson): string =>
  `${accountLine(account)}${heading('Request denied')}` +
  '<p>We sent a sign in request to your Authenticator app, and you said that it is not you.</p>' +
  `<p class="buttons">${CANCEL}<button class="primary" name="next" value="yes">Send another request</button></p>`;

const blocked = (interaction: Interaction, now: number): string => {
  const { request } = interaction;
  const account = accountOf(interaction);
  const details = [
    ['Error code', '53003'],
    ['App name', findRegistration(request.clientId)?.name ?? ''],
    ['Account', account.email],
    ['Timestamp', new Date(now).toISOString()],
  ];
  const rows = details.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? '')}</dd>`);
  return (
    `${accountLine(account)}${heading('You cannot access this right now')}` +
    '<p>Your sign-in was successful but does not meet the criteria to access this resource. For example, you might be signing in from a browser, app, or location that is restricted by your admin.</p>' +
    `<dl>${rows.join('')}</dl>` +
    `<p class="buttons">${CANCEL}<button class="primary" name="choose" value="yes">Sign in with a different account</button></p>`
  );
};
