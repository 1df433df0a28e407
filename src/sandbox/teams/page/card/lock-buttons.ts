/** Keeps every button of a card from being pressed while one of them is being answered; the answer ends that. */
export const lockButtons = (host: HTMLElement, pressed: HTMLElement | undefined): (() => void) => {
  const buttons = [...host.querySelectorAll<HTMLButtonElement>('button')].filter((button) => !button.disabled);
  for (const button of buttons) button.disabled = true;
  host.setAttribute('aria-busy', 'true');
  pressed?.classList.add('running');
  return () => {
    for (const button of buttons) button.disabled = false;
    host.removeAttribute('aria-busy');
    pressed?.classList.remove('running');
    if (pressed?.isConnected && document.activeElement === document.body) pressed.focus();
  };
};
