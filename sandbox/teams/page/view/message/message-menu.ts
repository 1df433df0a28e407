import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { html } from '../html.ts';
import { CopyIcon, DeleteIcon, EditIcon, LinkIcon, MoreIcon, RefreshIcon, ReplyIcon } from '../icons.ts';
import type { Deed, MenuEntry, MenuGroup } from './message-menu-entries.ts';

interface ListProps {
  id: string;
  groups: readonly MenuGroup[];
  /** The button that has opened it. */
  button: HTMLElement | null;
  onChoose(deed: Deed): void;
  onClose(): void;
}

const icons = {
  edit: EditIcon,
  delete: DeleteIcon,
  reply: ReplyIcon,
  'copy-text': CopyIcon,
  'copy-link': LinkIcon,
  refresh: RefreshIcon,
};
const gapPx = 4;

const iconOf = ({ kind }: Deed) =>
  kind === 'app' ? html`<img class="app-icon" src="/page/steward.svg" alt="" />` : html`<${icons[kind]} />`;

/** Where the menu goes: below its button, or above where there is no room; never over the edge. */
const place = (menu: HTMLElement, button: HTMLElement): void => {
  const { bottom, right, top } = button.getBoundingClientRect();
  const { offsetHeight, offsetWidth } = menu;
  const isRoomBelow = bottom + gapPx + offsetHeight < innerHeight;
  const y = isRoomBelow ? bottom + gapPx : Math.max(gapPx, top - gapPx - offsetHeight);
  menu.style.setProperty('--x', `${Math.max(gapPx, right - offsetWidth)}px`);
  menu.style.setProperty('--y', `${y}px`);
};

/** Which entry a key leads to: arrows go around, Home and End to the ends, a letter to the next that begins with it. */
const keyTarget = (items: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined => {
  const letter = key.length === 1 ? key.toLowerCase() : undefined;
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  switch (key) {
    case 'ArrowDown':
      return after[0];
    case 'ArrowUp':
      return items.at(at - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return letter ? after.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter)) : undefined;
  }
};

/** The open menu of a message, above everything else on the page. */
const MessageMenuList = ({ id, groups, button, onChoose, onClose }: ListProps) => {
  const menu = useRef<HTMLDivElement>(null);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

  useLayoutEffect(() => {
    if (!menu.current || !button) return;
    menu.current.showPopover();
    place(menu.current, button);
    items()[0]?.focus({ preventScroll: true });
    const isInside = ({ target }: Event) =>
      target instanceof Node && (menu.current?.contains(target) || button.contains(target));
    const onOutside = (event: Event) => !isInside(event) && onClose();
    document.addEventListener('pointerdown', onOutside, true);
    document.addEventListener('scroll', onOutside, true);
    window.addEventListener('resize', onClose);
    return () => {
      document.removeEventListener('pointerdown', onOutside, true);
      document.removeEventListener('scroll', onOutside, true);
      window.removeEventListener('resize', onClose);
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      button?.focus();
      onClose();
      return;
    }
    const all = items();
    const target = keyTarget(all, all.indexOf(document.activeElement as HTMLElement), event.key);
    if (!target || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus();
  };
  const item = ({ label, description, deed }: MenuEntry) => html`
    <button
      key=${label}
      role="menuitem"
      tabindex="-1"
      class=${deed.kind === 'delete' ? 'menu-item dangerous' : 'menu-item'}
      onClick=${() => onChoose(deed)}
    >
      ${iconOf(deed)}
      <span>${label} ${description && html`<span class="quiet">${description}</span>`}</span>
    </button>
  `;

  return html`
    <div class="menu" id=${id} ref=${menu} popover="manual" role="menu" aria-label="More options" onKeyDown=${onKeyDown}>
      ${groups.map(
        ({ app, entries }) => html`
          <div class="menu-group" role="group" aria-label=${app}>
            ${app && html`<p class="menu-title" aria-hidden="true">${app}</p>`}
            ${entries.map(item)}
          </div>
        `,
      )}
    </div>
  `;
};

interface Props {
  /** Tells this message's menu from all others. */
  id: string;
  groups(): readonly MenuGroup[];
  canEdit: boolean;
  onChoose(deed: Deed): void;
}

/** The bar that comes up over a message: edit one's own at once, and a menu with all the rest. */
export const MessageMenu = ({ id, groups, canEdit, onChoose }: Props) => {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = `menu-${id}`;
  const choose = (deed: Deed) => {
    button.current?.focus({ preventScroll: true });
    setOpen(false);
    onChoose(deed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || open) return;
    event.preventDefault();
    setOpen(true);
  };
  return html`
    <div class=${open ? 'message-tools open' : 'message-tools'}>
      ${
        canEdit &&
        html`
          <button class="icon-button quick" aria-label="Edit" title="Edit" onClick=${() => onChoose({ kind: 'edit' })}>
            <${EditIcon} />
          </button>
        `
      }
      <button
        ref=${button}
        class="icon-button"
        aria-label="More options"
        title="More options"
        aria-haspopup="menu"
        aria-expanded=${open}
        aria-controls=${open ? menuId : undefined}
        onClick=${() => setOpen(!open)}
        onKeyDown=${onKeyDown}
      >
        <${MoreIcon} />
      </button>
      ${
        open &&
        html`
          <${MessageMenuList}
            id=${menuId}
            groups=${groups()}
            button=${button.current}
            onChoose=${choose}
            onClose=${() => setOpen(false)}
          />
        `
      }
    </div>
  `;
};
