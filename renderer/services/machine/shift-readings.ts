import type { StoreApi } from 'zustand/vanilla'
import type { MasterActivity } from '#shared/contract/activity.ts'
import type { NoteEvent } from '../session/event-notes.ts'

interface ShiftReadingParts {
  readonly activity: Pick<StoreApi<{ readonly master: MasterActivity | null }>, 'getState' | 'subscribe'>
  readonly vpn: Pick<StoreApi<{ readonly seconds: number | null }>, 'getState' | 'subscribe'>
  readonly wifi: { resend(): void }
  readonly note: NoteEvent
}

/**
 * What is told of the machine once a shift begins, since it was told to nobody before (spec 4 §4.2.1): the wifi as it is,
 * and the VPN, which is told whenever it is otherwise, too. @returns what ends it
 */
export function watchShiftReadings({ activity, vpn, wifi, note }: ShiftReadingParts): () => void {
  let isOnShift = false
  let told: boolean | null = null
  const tellVpn = () => {
    const { seconds } = vpn.getState()
    const isConnected = seconds === null ? null : seconds > 0
    if (!isOnShift || isConnected === null || isConnected === told) return
    told = isConnected
    note(isConnected ? 'VPN_CONNECTED' : 'VPN_DISCONNECTED', '')
  }
  const follow = () => {
    const is = activity.getState().master?.startedShift ?? false
    if (is === isOnShift) return
    isOnShift = is
    told = null
    if (is) wifi.resend()
    tellVpn()
  }
  follow()
  const ends = [activity.subscribe(follow), vpn.subscribe(tellVpn)]
  return () => {
    for (const end of ends) end()
  }
}
