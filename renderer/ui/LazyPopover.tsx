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
  extends Pick<PopoverProps, 'position' | 'offset' | 'width' | 'withArrow' | 'trapFocus' | 'returnFocus'> {
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
  // Who opens a dialog is in it, also where it holds nothing to press: it is read out from its name on.
  trapFocus = true,
  returnFocus = true,
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
        // The kit hears it within the dialog only, where the focus comes a moment later.
        onKeyDown: (event) => {
          target.props.onKeyDown?.(event)
          if (!opened || event.key !== 'Escape') return
          event.preventDefault()
          onChange(false)
        },
      })}
      {made.wanted && kit ? (
        <kit.Popover
          shadow="md"
          {...popover}
          trapFocus={trapFocus}
          returnFocus={returnFocus}
          id={id}
          opened={made.opened}
          onChange={onChange}
          closeOnEscape={false}
          withinPortal
        >
          <kit.Popover.Target>
            <ElementOf of={button} />
          </kit.Popover.Target>
          <kit.Popover.Dropdown
            className={className ?? ''}
            aria-label={label}
            aria-labelledby={undefined}
            onKeyDown={({ key, defaultPrevented }) => {
              if (key === 'Escape' && !defaultPrevented) onChange(false)
            }}
          >
            {children}
          </kit.Popover.Dropdown>
        </kit.Popover>
      ) : null}
    </>
  )
}
