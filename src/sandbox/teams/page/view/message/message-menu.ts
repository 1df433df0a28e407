import { useRef, useState } from 'preact/hooks';
import { html } from '../html.ts';
import { EditIcon, MoreIcon } from '../icons.ts';
import type { Deed, MenuGroup } from './message-menu-entries.ts';
import { MessageMenuList } from './message-menu-list.ts';

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
