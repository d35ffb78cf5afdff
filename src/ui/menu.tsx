import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx'
import type { Align, Side } from './placement'
import { menuItemClass, popupClass } from './popup-class'

type MenuEntry = {
  id: string
  label: string
  icon?: ReactNode
  onSelect?: (() => void) | undefined
  /** A link element (`<Link to="…" />`) instead of an action; the entry becomes this link. */
  link?: ReactElement | undefined
  tone?: 'danger' | undefined
  /** Why it cannot be chosen; shown under the label. */
  disabledReason?: string | undefined
  /** Language of the label when it differs from the page's. */
  lang?: string | undefined
}

export type MenuProps = {
  /** A Button or IconButton. */
  trigger: ReactElement
  items: readonly MenuEntry[]
  side?: Side | undefined
  align?: Align | undefined
}

/** A list of actions. Arrows, Home, End and typing move; Escape and an outside click close and give focus back. */
export function Menu({ trigger, items, side = 'bottom', align = 'end' }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <MenuPopup side={side} align={align}>
        {items.map(item => (
          <Item key={item.id} item={item} />
        ))}
      </MenuPopup>
    </Base.Root>
  )
}

function Item({ item }: { item: MenuEntry }) {
  const { label, icon, onSelect, link, tone, disabledReason, lang } = item
  const className = cx(menuItemClass, tone === 'danger' ? 'text-danger-text' : 'text-text')
  const content = (
    <>
      {icon && (
        <span aria-hidden className="shrink-0 [&>svg]:size-4">
          {icon}
        </span>
      )}
      <span className="min-w-0" lang={lang}>
        {label}
        {disabledReason && <span className="block text-xs text-muted">{disabledReason}</span>}
      </span>
    </>
  )
  if (disabledReason) {
    return (
      <Base.Item className={className} closeOnClick={false} aria-disabled>
        {content}
      </Base.Item>
    )
  }
  if (link) {
    return (
      <Base.LinkItem className={className} render={link} closeOnClick>
        {content}
      </Base.LinkItem>
    )
  }
  return (
    <Base.Item className={className} onClick={onSelect}>
      {content}
    </Base.Item>
  )
}

export type MenuPopupProps = { side: Side; align: Align; children: ReactNode }

/** The plane of a menu. */
export function MenuPopup({ side, align, children }: MenuPopupProps) {
  return (
    <Base.Portal>
      <Base.Positioner
        // Beside its fixed place nothing has to scroll for an item that gets the focus.
        positionMethod="fixed"
        side={side}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="z-40 outline-none"
      >
        <Base.Popup className={cx(popupClass, 'min-w-2xs p-1')}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
