import * as z from 'zod/mini'
import type { HostSystem } from '../../platform/host-system.ts'
import { HostFailure } from '../host-failure.ts'
import { attempted, onlyOnWindows } from '../win32/attempted.ts'
import { parseJsonList, powerShell, powerShellArguments } from '../win32/windows-programs.ts'

const WHAT = 'The location'
/** How long Windows has to find the location, in seconds; PowerShell starts before that. */
const FIX_SECONDS = 20
export const GEOLOCATION_LIMIT_MS = 30_000

const SCRIPT = `Add-Type -AssemblyName System.Device
$w=New-Object System.Device.Location.GeoCoordinateWatcher('High')
$null=$w.TryStart($false,[TimeSpan]::FromSeconds(${FIX_SECONDS}))
for($i=0;$i -lt ${FIX_SECONDS * 5} -and $w.Status -ne 'Ready' -and $w.Permission -ne 'Denied';$i++){Start-Sleep -Milliseconds 200}
$p=$w.Position.Location;$known=-not $p.IsUnknown
$accuracy=if($known -and -not [double]::IsNaN($p.HorizontalAccuracy)){$p.HorizontalAccuracy}else{$null}
@{denied=($w.Permission -eq 'Denied');known=$known;latitude=$(if($known){$p.Latitude});longitude=$(if($known){$p.Longitude});accuracy=$accuracy}|ConvertTo-Json -Compress`

const printed = z.object({
  denied: z.boolean(),
  known: z.boolean(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  accuracy: z.nullable(z.number()),
})

export interface Place {
  readonly latitude: number
  readonly longitude: number
  readonly accuracy: number | null
}

/**
 * The machine's location by Windows' location service. Throws `HostFailure`; `denied` where it isn't allowed.
 */
export function locate({ platform, env, run }: Pick<HostSystem, 'platform' | 'env' | 'run'>): Promise<Place> {
  return attempted('The location service', async () => {
    onlyOnWindows(platform, WHAT)
    const limits = { timeLimitMs: GEOLOCATION_LIMIT_MS, outputLimitBytes: 64 * 1024 }
    const [answer] = parseJsonList(await run(powerShell(env), powerShellArguments(SCRIPT), limits))
    const { denied, latitude, longitude, accuracy } = z.parse(printed, answer)
    if (denied) {
      throw new HostFailure(
        'denied',
        'Windows does not tell the location. Please switch on location services.',
      )
    }
    if (latitude === null || longitude === null) {
      throw new HostFailure('failed', 'Windows does not know the location yet. Please try again.')
    }
    return { latitude, longitude, accuracy }
  })
}
