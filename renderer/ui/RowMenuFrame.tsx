import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './RowMenuFrame.module.css'
import { useFocusBack } from './use-focus-back.ts'

/** Where a row's menu hangs, in pixels of the window. */
export interface MenuPlace {
  readonly x: number
  readonly y: number
}

interface RowMenuFrameProps {
  /** Whose menu it is, for who hears it. */
  readonly label: string
  readonly at: MenuPlace
  readonly onClose: () => void
  /** The kit's `Menu.Item`s. */
  readonly children: ReactNode
}

/** The open menu of a row (menu key, Shift+F10, right click): it hangs where it was asked for, and gives the focus back. */
export function RowMenuFrame({ label, at, onClose, children }: RowMenuFrameProps) {
  useFocusBack()
  // A place in the window, in the pixels of a page that may be zoomed (services/page/zoom.ts).
  const zoom = document.documentElement.currentCSSZoom ?? 1
  return (
    <Menu
      opened
      onChange={(opened) => opened || onClose()}
      position="bottom-start"
      offset={2}
      shadow="md"
      // A long menu has room neither below a row nor above it: it goes up beside the pointer as far as it must.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      withinPortal
      trapFocus
      returnFocus={false}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={label}
          className={styles.at}
          style={{ left: at.x / zoom, top: at.y / zoom }}
        />
      </Menu.Target>
      <Menu.Dropdown className={styles.menu ?? ''}>{children}</Menu.Dropdown>
    </Menu>
  )
}
