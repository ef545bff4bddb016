import { Popover, type PopoverProps } from '@mantine/core'
import { cloneElement, type ReactElement, type ReactNode, type Ref, useId, useRef } from 'react'
import { ElementOf, useMadeWhenOpened } from './made-when-opened.tsx'

/** What a button takes that a popover hangs from. */
export interface PopoverTargetProps {
  ref?: Ref<HTMLButtonElement>
  'aria-haspopup'?: 'dialog'
  'aria-expanded'?: boolean
  'aria-controls'?: string | undefined
}

interface LazyPopoverProps
  extends Pick<
    PopoverProps,
    'position' | 'shadow' | 'offset' | 'width' | 'withArrow' | 'trapFocus' | 'returnFocus'
  > {
  /** Names the dialog that opens. */
  readonly label: string
  readonly opened: boolean
  readonly onChange: (opened: boolean) => void
  /** The button that it hangs from; it opens and closes it itself. */
  readonly target: ReactElement<PopoverTargetProps>
  readonly className?: string
  readonly children: ReactNode
}

/**
 * A dialog that hangs from a button, made when it is first opened: until then there is only the
 * button. A click beside it or Escape closes it.
 */
export function LazyPopover({
  label,
  opened,
  onChange,
  target,
  className,
  children,
  ...popover
}: LazyPopoverProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const made = useMadeWhenOpened(opened)
  return (
    <>
      {cloneElement(target, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
      })}
      {made.wanted ? (
        <Popover {...popover} id={id} opened={made.opened} onChange={onChange} withinPortal>
          <Popover.Target>
            <ElementOf of={button} />
          </Popover.Target>
          <Popover.Dropdown className={className ?? ''} aria-label={label} aria-labelledby={undefined}>
            {children}
          </Popover.Dropdown>
        </Popover>
      ) : null}
    </>
  )
}
