import { html } from './html.ts';

const icon = (path: string) => () =>
  html`
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path fill-rule="evenodd" d=${path} /></svg>
`;

export const SendIcon = icon('M3 3.5 17.5 10 3 16.5 5 10.7h6.5v-1.4H5z');
export const MenuIcon = icon('M3 5h14v1.6H3zM3 9.2h14v1.6H3zM3 13.4h14V15H3z');
export const CloseIcon = icon(
  'm5.6 4.5 4.4 4.4 4.4-4.4 1.1 1.1-4.4 4.4 4.4 4.4-1.1 1.1-4.4-4.4-4.4 4.4-1.1-1.1 4.4-4.4-4.4-4.4z',
);
export const ReplyIcon = icon('M8.5 4 3 9.2l5.5 5.2v-3.3c4 0 6.4 1.1 8 3.9-.3-4.7-3-7.7-8-8z');
export const HashIcon = icon(
  'M7.2 3 6.7 6.5H3.5v1.5h3l-.6 4H2.9v1.5h2.8L5.2 17h1.5l.5-3.5h4l-.5 3.5h1.5l.5-3.5h3.3V12h-3.1l.6-4h3.1V6.5h-2.9L14.2 3h-1.5l-.5 3.5h-4L8.7 3zM8 8h4l-.6 4h-4z',
);
export const ChatIcon = icon(
  'M5 3h10a2.5 2.5 0 0 1 2.5 2.5v6A2.5 2.5 0 0 1 15 14H9.6L5.5 17.3c-.4.3-1 0-1-.5v-2.85A2.5 2.5 0 0 1 2.5 11.5v-6A2.5 2.5 0 0 1 5 3zm0 1.5a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h1v2.3l2.9-2.3H15a1 1 0 0 0 1-1v-6a1 1 0 0 0-1-1zM6 6.7h8v1.4H6zm0 2.7h5.5v1.4H6z',
);
export const InspectIcon = icon(
  'm6.9 5.3 1 1.1L4.2 10l3.7 3.6-1 1.1L2 10zm6.2 0L18 10l-4.9 4.7-1-1.1 3.7-3.6-3.7-3.6zM11 3.2l1.4.4-3.4 13.2-1.4-.4z',
);
export const BoltIcon = icon('M11.5 2 4 11.3h4.6L7.6 18l8.4-9.8h-5.2zm-.9 4.6-.3 3.1h2.9l-3.5 4 .5-3.9H7z');
export const CloudIcon = icon(
  'M6.3 15.5a3.8 3.8 0 0 1-.5-7.6 4.4 4.4 0 0 1 8.5 1.1 3.3 3.3 0 0 1-.6 6.5zm0-1.5h7.4a1.8 1.8 0 0 0 .1-3.6l-1-.1-.1-1a2.9 2.9 0 0 0-5.6-.7l-.3.8-.8.1a2.3 2.3 0 0 0 .3 4.5z',
);
export const SettingsIcon = icon(
  'M8.6 2h2.8l.4 2.1 1.2.5 1.8-1.2 2 2-1.2 1.8.5 1.2 2 .4v2.7l-2 .4-.5 1.2 1.2 1.8-2 2-1.8-1.2-1.2.5-.4 2H8.6l-.4-2-1.2-.5-1.8 1.2-2-2 1.2-1.8-.5-1.2-2-.4V8.8l2-.4.5-1.2-1.2-1.8 2-2L7 4.6l1.2-.5zM10 7.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zm0 1.5a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6z',
);
export const HelpIcon = icon(
  'M10 2.2a7.8 7.8 0 1 1 0 15.6 7.8 7.8 0 0 1 0-15.6zm0 1.5a6.3 6.3 0 1 0 0 12.6 6.3 6.3 0 0 0 0-12.6zm0 9a1 1 0 1 1 0 2 1 1 0 0 1 0-2zm0-7.4c1.7 0 2.9 1.1 2.9 2.6 0 1.2-.6 1.8-1.4 2.4-.6.5-.8.7-.8 1.4h-1.5c0-1.4.6-2 1.3-2.5.6-.5.9-.7.9-1.3 0-.7-.5-1.2-1.4-1.2s-1.4.5-1.4 1.4H7.1c0-1.7 1.2-2.8 2.9-2.8z',
);
export const CommandsIcon = icon(
  'M10 2.5l1.5 3.9 3.9 1.5-3.9 1.5L10 13.3 8.5 9.4 4.6 7.9l3.9-1.5zM15.2 12l.8 2 2 .8-2 .8-.8 2-.8-2-2-.8 2-.8zM5 12.2l.7 1.6 1.6.7-1.6.7L5 16.8l-.7-1.6-1.6-.7 1.6-.7z',
);
export const PauseIcon = icon('M5.5 4h3v12h-3zm6 0h3v12h-3z');
export const PlayIcon = icon('M6 3.8v12.4l10-6.2z');
export const CopyIcon = icon(
  'M7 2.5h8A1.5 1.5 0 0 1 16.5 4v9a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 13V4A1.5 1.5 0 0 1 7 2.5zM7 4v9h8V4zM3.5 6v10.5H13V18H3.5A1.5 1.5 0 0 1 2 16.5V6z',
);
export const CheckIcon = icon('m16.6 5.2 1.1 1.1L8 16 2.8 10.8l1.1-1.1L8 13.8z');
export const MoreIcon = icon(
  'M4.5 8.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zm5.5 0a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zm5.5 0a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z',
);
export const EditIcon = icon(
  'M14.3 2.6a2.1 2.1 0 0 1 3 3L6.6 16.4l-4.1 1.1 1.1-4.1zm-1.1 3.2L5 14l-.4 1.4L6 15l8.2-8.2zm2.2-2.1-1.1 1.1 1 1 1-1.1a.7.7 0 1 0-1-1z',
);
export const DeleteIcon = icon(
  'M8 2.5h4l.7 1.3H17v1.5h-1.2L15 17.5H5L4.2 5.3H3V3.8h4.3zM5.7 5.3 6.4 16h7.2l.7-10.7zM8 7.5h1.4v6.3H8zm2.6 0H12v6.3h-1.4z',
);
export const LinkIcon = icon(
  'M11.7 4.3a3.7 3.7 0 0 1 5.2 5.2l-2.6 2.6a3.7 3.7 0 0 1-5.2 0l1-1a2.2 2.2 0 0 0 3.1 0l2.6-2.6a2.2 2.2 0 0 0-3.1-3.1l-1.4 1.4-1-1zM8.3 15.7a3.7 3.7 0 0 1-5.2-5.2l2.6-2.6a3.7 3.7 0 0 1 5.2 0l-1 1a2.2 2.2 0 0 0-3.1 0l-2.6 2.6a2.2 2.2 0 0 0 3.1 3.1l1.4-1.4 1 1z',
);
export const RefreshIcon = icon('M10 3.5c2 0 3.8.9 5 2.4V3.5h1.5v5h-5V7h2.6A5 5 0 1 0 15 10h1.5A6.5 6.5 0 1 1 10 3.5z');
export const FileIcon = icon(
  'M5 2h6.5L16 6.5V18H5a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1zm.5 1.5v13h9V7.8h-4.3V3.5zm6.2.9v1.9h1.9z',
);
export const ChevronIcon = icon('m5.5 7 4.5 4.6L14.5 7l1.1 1L10 13.8 4.4 8z');
