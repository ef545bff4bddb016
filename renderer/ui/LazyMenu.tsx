import { Menu, type MenuProps } from '@mantine/core'
import {
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react'
import { ElementOf, useMadeWhenOpened } from './made-when-opened.tsx'

/** What a button takes that a menu hangs from. */
interface MenuTargetProps {
  ref?: Ref<HTMLButtonElement>
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
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

/** A menu that hangs from a button, made when it is first opened: until then there is only the button. */
export function LazyMenu({ target, onOpen, children, ...menu }: LazyMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const made = useMadeWhenOpened(opened)
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
      })}
      {made.wanted ? (
        <Menu {...menu} id={id} opened={made.opened} onChange={setOpened}>
          <Menu.Target>
            <ElementOf of={button} />
          </Menu.Target>
          <Menu.Dropdown>{children}</Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  )
}
