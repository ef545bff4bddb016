import type { TooltipProps } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  useState,
} from 'react'
import { useFetchedPart } from './fetched-part.ts'
import { OVERLAYS } from './overlays.ts'

interface HintTarget {
  onPointerEnter?: ((event: PointerEvent<HTMLElement>) => void) | undefined
  onPointerLeave?: ((event: PointerEvent<HTMLElement>) => void) | undefined
  onPointerDown?: ((event: PointerEvent<HTMLElement>) => void) | undefined
  onFocus?: ((event: FocusEvent<HTMLElement>) => void) | undefined
  onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
}

interface HintProps
  extends Pick<TooltipProps, 'label' | 'position' | 'multiline' | 'maw' | 'disabled' | 'openDelay'> {
  /** What it is about: one element that has that name itself, since a tooltip is for eyes only. */
  readonly children: ReactElement<HintTarget>
}

/**
 * The name of a thing as its tooltip, for a mouse that rests on it and for the keyboard's focus. The
 * tooltip is fetched and made when it is first wanted: a shell full of them costs nothing at its start.
 */
export function Hint({ children, openDelay = 0, disabled = false, ...tooltip }: HintProps) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [opened, setOpened] = useState(false)
  const { start, clear } = useTimeout(() => setOpened(true), openDelay)
  const kit = useFetchedPart(OVERLAYS, target !== null)
  const { props } = children
  const close = () => {
    clear()
    setOpened(false)
  }
  const handlers: HintTarget = {
    onPointerEnter(event) {
      props.onPointerEnter?.(event)
      if (event.pointerType === 'touch') return
      setTarget(event.currentTarget)
      start()
    },
    onPointerLeave(event) {
      props.onPointerLeave?.(event)
      close()
    },
    onPointerDown(event) {
      props.onPointerDown?.(event)
      close()
    },
    onFocus(event) {
      props.onFocus?.(event)
      if (!event.currentTarget.matches(':focus-visible')) return
      setTarget(event.currentTarget)
      setOpened(true)
    },
    onBlur(event) {
      props.onBlur?.(event)
      close()
    },
    onKeyDown(event) {
      props.onKeyDown?.(event)
      if (event.key === 'Escape') close()
    },
  }
  return (
    <>
      {cloneElement(children, handlers)}
      {target && kit ? <kit.Tooltip {...tooltip} target={target} opened={opened && !disabled} /> : null}
    </>
  )
}
