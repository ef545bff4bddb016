import type { Desktop } from '../desktop/desktop.ts'

/** This machine's id, or null where the page runs in a browser or the desktop client knows none. */
export async function readDeviceID(desktop: Pick<Desktop, 'invoke'>): Promise<string | null> {
  const answer = await desktop.invoke('deviceID', null)
  return answer.ok ? answer.value.deviceID : null
}
