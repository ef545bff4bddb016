import { WindowsFailure } from './failure.ts'
import type { WindowsInterface } from './windows-calls.ts'

/** On other systems: nothing is loaded or started, and every call is missing. */
export const NO_WINDOWS: WindowsInterface = {
  ask: (name) => Promise.reject(new WindowsFailure(name, 'missing')),
  watchAddresses: () => Promise.reject(new WindowsFailure('watchAddresses', 'missing')),
}
