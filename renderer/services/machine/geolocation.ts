import type { HostResult } from '#shared/host/command.ts'
import type { HostCommandValue } from '#shared/host/commands.ts'
import type { Desktop } from '../desktop/desktop.ts'

export type Place = HostCommandValue<'geolocation'>

const REFUSED = 'Your browser does not tell the location. Please allow it for this site.'
const UNKNOWN = 'Your browser does not know the location yet. Please try again.'
const FIX_MS = 20_000
/** The browser's code for a person or policy that refused. */
const PERMISSION_DENIED = 1

/** Where this machine is (spec 1 §3): by the desktop client, else by the browser. */
export async function locate(
  desktop: Desktop,
  browser: Pick<Geolocation, 'getCurrentPosition'> | undefined,
): Promise<HostResult<Place>> {
  const result = await desktop.invoke('geolocation', null)
  if (result.ok || desktop.available || !browser) return result
  return new Promise((resolve) => {
    browser.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ ok: true, value: { latitude, longitude, accuracy } }),
      ({ code }) =>
        resolve({
          ok: false,
          error:
            code === PERMISSION_DENIED
              ? { code: 'denied', message: REFUSED }
              : { code: 'failed', message: UNKNOWN },
        }),
      { enableHighAccuracy: true, timeout: FIX_MS },
    )
  })
}
