import type { MenuProps } from '@mantine/core'
import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react'
import { useFetchedPart } from './fetched-part.ts'
import { ElementOf, useMadeWhenOpened } from './made-when-opened.tsx'
import { OVERLAYS } from './overlays.ts'

/** What a button takes that a menu hangs from. */
interface MenuTargetProps {
  ref?: Ref<HTMLButtonElement>
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLButtonElement>) => void) | undefined
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  'aria-controls'?: string | undefined
  'data-expanded'?: boolean | undefined
  id?: string
}

interface LazyMenuProps extends Pick<MenuProps, 'position' | 'shadow' | 'width'> {
  /** The button that opens and closes it. */
  readonly target: ReactElement<MenuTargetProps>
  readonly onOpen?: () => void
  /** The items. */
  readonly children: ReactNode
}

/** A menu that hangs from a button, fetched and made when it is first opened: until then there is only the button. */
export function LazyMenu({ target, onOpen, children, ...menu }: LazyMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const kit = useFetchedPart(OVERLAYS, opened)
  const made = useMadeWhenOpened(opened && kit !== null)
  const toggle = () => {
    if (!opened) onOpen?.()
    setOpened(!opened)
  }
  return (
    <>
      {cloneElement(target, {
        ref: button,
        id: `${id}-target`,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
        'data-expanded': opened || undefined,
        onClick: toggle,
        // The menu hears Escape only once it has the focus, which it takes a moment after it opened.
        onKeyDown: (event) => {
          if (event.key === 'Escape') setOpened(false)
        },
      })}
      {made.wanted && kit ? (
        <kit.Menu {...menu} id={id} opened={made.opened} onChange={setOpened}>
          <kit.Menu.Target>
            <ElementOf of={button} />
          </kit.Menu.Target>
          {/* A menu that was closed before it took the focus takes it still, and would keep it from the button. */}
          <kit.Menu.Dropdown onFocus={() => opened || button.current?.focus()}>{children}</kit.Menu.Dropdown>
        </kit.Menu>
      ) : null}
    </>
  )
}
