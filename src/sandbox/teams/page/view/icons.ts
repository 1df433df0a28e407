import { html } from './html.ts';

const icon = (path: string) => () =>
  html`
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d=${path} /></svg>
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
