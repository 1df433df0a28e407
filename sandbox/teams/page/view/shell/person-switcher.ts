import type { PersonView } from '../../../api.ts';
import type { Session } from '../../data/session.ts';
import type { State } from '../../data/state.ts';
import { PersonAvatar } from '../avatar.ts';
import { html } from '../html.ts';

interface SwitcherProps {
  state: State;
  session: Session;
}

/** The people to be, as radio buttons: arrow keys walk through them. */
export const PersonSwitcher = ({ state, session }: SwitcherProps) => {
  const { people } = state.world;
  const choice = (person: PersonView) => html`
    <label class="person" key=${person.key}>
      <input
        type="radio"
        name="person"
        value=${person.key}
        checked=${person.key === state.me}
        onChange=${() => session.become(person.key)}
      />
      <${PersonAvatar} person=${person} people=${people} />
      <span class="person-words">
        <span class="person-name">${person.name} ${person.guest && html`<span class="badge">Guest</span>`}${person.foreign && html`<span class="badge">External</span>`}</span>
        <span class="quiet">${person.title}</span>
      </span>
    </label>
  `;
  return html`
    <fieldset class="people" data-tour="people" role="radiogroup" aria-labelledby="you-are">
      <legend id="you-are">You are</legend>
      ${people.filter(({ inTeam }) => inTeam).map(choice)}
      <details class="more" open=${people.some(({ key, inTeam }) => key === state.me && !inTeam)}>
        <summary>People outside the team</summary>
        ${people.filter(({ inTeam }) => !inTeam).map(choice)}
      </details>
    </fieldset>
  `;
};
