import type { PopoverProps } from '@mantine/core'
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useRef,
} from 'react'
import { useFetchedPart } from './fetched-part.ts'
import { ElementOf, useMadeWhenOpened } from './made-when-opened.tsx'
import { OVERLAYS } from './overlays.ts'

/** What a button takes that a popover hangs from. */
export interface PopoverTargetProps {
  ref?: Ref<HTMLButtonElement>
  'aria-haspopup'?: 'dialog'
  'aria-expanded'?: boolean
  'aria-controls'?: string | undefined
  onKeyDown?: (event: KeyboardEvent<HTMLButtonElement>) => void
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
 * A dialog that hangs from a button, fetched and made when it is first opened: until then there is only the
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
  const kit = useFetchedPart(OVERLAYS, opened)
  const made = useMadeWhenOpened(opened && kit !== null)
  return (
    <>
      {cloneElement(target, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
        // The kit hears it within the dialog only, where the focus comes a moment later, or not at all.
        onKeyDown: (event) => {
          target.props.onKeyDown?.(event)
          if (!opened || event.key !== 'Escape') return
          event.preventDefault()
          onChange(false)
        },
      })}
      {made.wanted && kit ? (
        <kit.Popover {...popover} id={id} opened={made.opened} onChange={onChange} withinPortal>
          <kit.Popover.Target>
            <ElementOf of={button} />
          </kit.Popover.Target>
          <kit.Popover.Dropdown className={className ?? ''} aria-label={label} aria-labelledby={undefined}>
            {children}
          </kit.Popover.Dropdown>
        </kit.Popover>
      ) : null}
    </>
  )
}
