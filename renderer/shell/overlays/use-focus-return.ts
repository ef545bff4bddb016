import { useEffect, useRef } from 'react'
import { useServices } from '../../services/context.tsx'

/** What takes the focus for a while and gives it back. */
const TAKING = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** When to look whether the focus was lost, in milliseconds: with motion reduced, and once it has faded. */
const LOOKS_MS = [40, 320]

/**
 * Gives the focus back to what had it last outside of dialogs and menus, once nothing is open any
 * more: the kit does so only for a dialog that was there, closed, before it opened, and not for one
 * that a menu's item opened.
 */
export function useFocusReturn(isOpen: boolean): void {
  const { timers } = useServices()
  const last = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !target.closest(TAKING)) last.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  const wasOpen = useRef(false)
  useEffect(() => {
    const closed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!closed) return
    const looks = LOOKS_MS.map((ms) => timers.after(ms, () => giveBack(last.current)))
    return () => {
      for (const cancel of looks) cancel()
    }
  }, [isOpen, timers])
}

/** Whoever took the focus meanwhile keeps it. */
function giveBack(last: HTMLElement | null): void {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body) return
  const content = document.getElementById('content')
  const target = last?.isConnected ? last : content
  target?.focus({ preventScroll: true })
}
