/** A scroll this soon after a wheel, key, touch or click is the person's, in milliseconds. */
export const BY_HAND_MS = 600

const KINDS = ['wheel', 'touchmove', 'keydown', 'pointerdown']

/** Calls back with whatever the person does on the element that may scroll it, before it has moved. */
export function onHand(element: HTMLElement, listener: (event: Event) => void): () => void {
  for (const kind of KINDS) element.addEventListener(kind, listener, { passive: true })
  return () => {
    for (const kind of KINDS) element.removeEventListener(kind, listener)
  }
}
