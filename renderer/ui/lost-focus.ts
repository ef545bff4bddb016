/** What takes the focus for a while and gives it back. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * Gives the focus back to what had it before a dialog or a menu that has left the page with it: the
 * kit does so only for one that stays in the page when it is closed. Whatever takes the focus at the
 * same time keeps it.
 *
 * @returns what ends it
 */
export function returnLostFocus(page: Document): () => void {
  /** What had the focus last in the page and in each layer over it, in the order of having it. */
  const past = new Map<Element | null, HTMLElement>()
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const layer = target.closest(LAYERS)
    past.delete(layer)
    past.set(layer, target)
  }
  const canTakeIt = (element: HTMLElement) =>
    element.isConnected &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches(':disabled') &&
    !element.closest('[inert], [aria-hidden="true"]')
  const observer = new MutationObserver(() => {
    if (page.activeElement !== null && page.activeElement !== page.body) return
    const [layer, last] = [...past].at(-1) ?? []
    if (!layer || last?.isConnected) return
    for (const one of past.keys()) if (one && !one.isConnected) past.delete(one)
    ;[...past.values()].findLast(canTakeIt)?.focus({ preventScroll: true })
  })
  page.addEventListener('focusin', note)
  observer.observe(page.body, { childList: true, subtree: true })
  return () => {
    page.removeEventListener('focusin', note)
    observer.disconnect()
  }
}
