const MARK = 'data-mantine-stop-propagation'
const POPUPS = '.mantine-Popover-dropdown, .mantine-Menu-dropdown'

/** The popover that a key is for: the one that it is pressed in, or on whose button. */
function popupAt(target: Element): Element | null {
  const within = target.closest(POPUPS)
  if (within) return within
  const id = target.getAttribute('aria-controls')
  const hangs = id === null ? null : target.ownerDocument.getElementById(id)
  return hangs?.matches(POPUPS) && hangs.checkVisibility() ? hangs : null
}

/**
 * Keeps Escape in a popover from closing the dialog under it, too: the kit's dialogs listen at the window,
 * before anything in them does, and leave the key alone where its target is marked. A key that closes the list
 * of a field counts as used (`defaultPrevented`).
 * @returns what ends it
 */
export function popupsTakeEscape(page: Window): () => void {
  const mark = (event: KeyboardEvent) => {
    const { key, target } = event
    if (key !== 'Escape' || !(target instanceof Element)) return
    // The list under a field closes by itself; whatever is around it looks whether the key was used.
    if (target.matches('[data-expanded="true"]')) event.preventDefault()
    if (target.hasAttribute(MARK) || popupAt(target) === null) return
    target.setAttribute(MARK, 'true')
    // When all that listen have heard it.
    setTimeout(() => target.removeAttribute(MARK))
  }
  page.addEventListener('keydown', mark, { capture: true })
  return () => page.removeEventListener('keydown', mark, { capture: true })
}
