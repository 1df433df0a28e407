import { useState } from 'preact/hooks';
import type { FileConsentView, FileView } from '../../../api.ts';
import { Strip } from '../../card/strip.ts';
import type { Outcome } from '../../data/invoke-outcome.ts';
import { fileSize } from '../../text/file-size.ts';
import { html } from '../html.ts';
import { CheckIcon, CloseIcon, FileIcon } from '../icons.ts';

const endingOf = (name: string): string => /\.(\w{1,4})$/.exec(name)?.[1] ?? '';

const FileSign = ({ ending }: { ending: string }) => html`
  <span class="file-sign" aria-hidden="true"><${FileIcon} /><span>${ending}</span></span>
`;

interface ConsentProps {
  consent: FileConsentView;
  onAnswer(accept: boolean): Promise<Outcome>;
}

/** The bot's request to save a file in the reader's files, and the reader's answer. */
export const ConsentCard = ({ consent, onAnswer }: ConsentProps) => {
  const { name, description, sizeInBytes, state } = consent;
  const [answering, setAnswering] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const answer = async (accept: boolean) => {
    setOutcome(undefined);
    setAnswering(true);
    setOutcome(await onAnswer(accept));
    setAnswering(false);
  };
  const buttons = html`
    <div class="file-buttons">
      <button class="button" disabled=${answering} onClick=${() => answer(true)}>Accept</button>
      <button class="button plain" disabled=${answering} onClick=${() => answer(false)}>Decline</button>
      ${answering && html`<span class="spinner small" role="status"><span class="visually-hidden">Working…</span></span>`}
    </div>
  `;
  const answered = html`
    <p class=${`file-state ${state}`} role="status">
      ${state === 'accepted' ? html`<${CheckIcon} /> You accepted this file` : html`<${CloseIcon} /> You declined this file`}
    </p>
  `;
  return html`
    <div class="card-frame">
      <div class="file-card" role="group" aria-label=${`File ${name}`} aria-busy=${answering}>
        <${FileSign} ending=${endingOf(name)} />
        <div class="file-words">
          <strong>${name}</strong>
          <span class="quiet">${fileSize(sizeInBytes)}</span>
          ${description && html`<p>${description}</p>`}
          ${state === 'asked' ? buttons : answered}
        </div>
      </div>
      <${Strip} outcome=${outcome} onClose=${() => setOutcome(undefined)} />
    </div>
  `;
};

/** A file in the reader's files. */
export const FileCard = ({ file: { name, fileType, downloadUrl } }: { file: FileView }) => html`
  <div class="card-frame">
    <div class="file-card" role="group" aria-label=${`File ${name}`}>
      <${FileSign} ending=${fileType || endingOf(name)} />
      <div class="file-words"><strong>${name}</strong><span class="quiet">In your files</span></div>
      <a class="button plain" href=${downloadUrl} download=${name} aria-label=${`Download ${name}`}>Download</a>
    </div>
  </div>
`;
