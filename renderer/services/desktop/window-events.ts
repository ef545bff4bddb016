/** Events of the window by which the host's states are told (spec 1 §4.8, §7). */
export type WindowEventName = 'NO_VPN' | 'NEW_VPN_TIME' | 'WIFI_SIGNAL'

export function tell(page: EventTarget, name: WindowEventName, detail?: number): void {
  page.dispatchEvent(new CustomEvent(name, { detail }))
}

/** Calls back with the number that each such event carries, maybe as a text; what carries none is passed over. */
export function onNumber(
  page: EventTarget,
  name: WindowEventName,
  listener: (value: number) => void,
): () => void {
  const heard = (event: Event) => {
    const { detail } = event as CustomEvent<unknown>
    const value = typeof detail === 'string' && detail.trim() !== '' ? Number(detail) : detail
    if (typeof value === 'number' && Number.isFinite(value)) listener(value)
  }
  page.addEventListener(name, heard)
  return () => page.removeEventListener(name, heard)
}
