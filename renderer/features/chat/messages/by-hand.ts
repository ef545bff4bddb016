const KINDS = ['wheel', 'touchmove', 'keydown', 'pointerdown']

/** Calls back with whatever the person does on the element that may scroll it, before it has moved. */
export function onHand(element: HTMLElement, listener: (event: Event) => void): () => void {
  for (const kind of KINDS) element.addEventListener(kind, listener, { passive: true })
  return () => {
    for (const kind of KINDS) element.removeEventListener(kind, listener)
  }
}
