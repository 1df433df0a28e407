import { html } from './html.ts';
import paths from './icons.json' with { type: 'json' };

const icon = (path: string) => () =>
  html`
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path fill-rule="evenodd" d=${path} /></svg>
`;

export const SendIcon = icon(paths.send);
export const MenuIcon = icon(paths.menu);
export const CloseIcon = icon(paths.close);
export const ReplyIcon = icon(paths.reply);
export const HashIcon = icon(paths.hash);
export const ChatIcon = icon(paths.chat);
export const InspectIcon = icon(paths.inspect);
export const BoltIcon = icon(paths.bolt);
export const CloudIcon = icon(paths.cloud);
export const SettingsIcon = icon(paths.settings);
export const HelpIcon = icon(paths.help);
export const CommandsIcon = icon(paths.commands);
export const PauseIcon = icon(paths.pause);
export const PlayIcon = icon(paths.play);
export const CopyIcon = icon(paths.copy);
export const CheckIcon = icon(paths.check);
export const MoreIcon = icon(paths.more);
export const EditIcon = icon(paths.edit);
export const DeleteIcon = icon(paths.delete);
export const LinkIcon = icon(paths.link);
export const RefreshIcon = icon(paths.refresh);
export const FileIcon = icon(paths.file);
export const ChevronIcon = icon(paths.chevron);
