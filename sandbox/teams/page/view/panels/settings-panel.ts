import { useState } from 'preact/hooks';
import type { SignOn } from '../../../api.ts';
import { toolsApi, whyNot } from '../../data/api-client.ts';
import { openPlace } from '../../data/conversations.ts';
import type { Theme } from '../../data/shell.ts';
import { html } from '../html.ts';
import { PersonAvatar } from '../parts.ts';
import { Panel, type PanelProps, type Segment, Segments } from './panel.ts';

interface SwitchProps {
  label: string;
  hint: string;
  checked: boolean | undefined;
  onChange(checked: boolean): void;
}

const Switch = ({ label, hint, checked, onChange }: SwitchProps) => html`
  <label class="switch">
    <span><strong>${label}</strong><span class="quiet">${hint}</span></span>
    <input
      type="checkbox"
      role="switch"
      checked=${checked === true}
      disabled=${checked === undefined}
      onChange=${(event: Event) => onChange((event.currentTarget as HTMLInputElement).checked)}
    />
  </label>
`;

const signOns: readonly Segment<SignOn>[] = [
  { value: 'recent', label: 'Just now' },
  { value: 'old', label: 'This morning' },
  { value: 'off', label: 'Not at all' },
];

const themes: readonly Segment<Theme>[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The settings of a person, of the app and of this page. */
export const SettingsPanel = ({ state, session, onClose }: PanelProps) => {
  const [problem, setProblem] = useState<string>();
  const { world, me, shell } = state;
  const place = openPlace(state);
  const person = world.people.find(({ key }) => key === me);
  const tell = async (change: Promise<unknown>) => setProblem(await whyNot(change));
  return html`
    <${Panel} title="Settings" onClose=${onClose}>
      <p class="problem" role="alert">${problem}</p>
      <section class="panel-part">
        <h3>
          ${person && html`<${PersonAvatar} person=${person} people=${world.people} />`}
          <span>${person?.name}<span class="quiet">${person?.title}</span></span>
        </h3>
        <label class="field">
          <span>Language and region</span>
          <select
            value=${person?.locale}
            onChange=${(event: Event) => tell(toolsApi.speak(me, (event.currentTarget as HTMLSelectElement).value))}
          >
            ${world.locales.map(({ tag, name }) => html`<option key=${tag} value=${tag}>${name} (${tag})</option>`)}
          </select>
          <span class="quiet">The messages of ${person?.name.split(' ')[0]} are sent with it. The time zone is ${person?.timezone}.</span>
        </label>
        <${Segments}
          name="sign-on"
          legend=${html`<legend>Single sign-on: signed in to Teams</legend>`}
          segments=${signOns}
          chosen=${shell.app?.signOn}
          onChoose=${(signOn: SignOn) => tell(toolsApi.signOn(me, signOn))}
        />
        <p class="quiet">With a second factor. A bot that wants a fresher sign-in opens a window for it.</p>
      </section>
      <section class="panel-part">
        <h3>The app</h3>
        <${Switch}
          label=${`Installed in the team ${world.team.name}`}
          hint="If it is removed, the bot receives nothing from the channels and cannot post there."
          checked=${shell.app?.team}
          onChange=${(on: boolean) => tell(toolsApi.install(me, 'team', on))}
        />
        <${Switch}
          label="Installed in your own chat"
          hint=${`For ${person?.name} only. If it is removed, the bot neither receives nor sends messages there.`}
          checked=${shell.app?.personal}
          onChange=${(on: boolean) => tell(toolsApi.install(me, 'personal', on))}
        />
        <${Switch}
          label="Reads all channel messages"
          hint="The permission ChannelMessage.Read.Group: the bot also receives posts that do not mention it, and so reads typed answers to its forms."
          checked=${shell.app?.readsChannelMessages}
          onChange=${(on: boolean) => tell(toolsApi.permit(me, on))}
        />
        ${
          place?.kind === 'channel' &&
          html`
            <${Switch}
              label=${`Moderation in ${place.name}: no posts of apps`}
              hint="Teams answers a post of the bot with 403, in the words of a person's block."
              checked=${shell.app?.moderated.includes(place.id)}
              onChange=${(on: boolean) => tell(toolsApi.moderate(me, place.id, on))}
            />
          `
        }
      </section>
      <section class="panel-part">
        <h3>This page</h3>
        <${Segments}
          name="theme"
          legend=${html`<legend>Theme</legend>`}
          segments=${themes}
          chosen=${shell.theme}
          onChoose=${session.shell.setTheme}
        />
        <${Switch}
          label="An older Teams client"
          hint="It does not know Action.Execute: cards show their Action.Submit fallback and do not refresh themselves."
          checked=${state.olderClient}
          onChange=${session.setOlderClient}
        />
      </section>
    </${Panel}>
  `;
};
