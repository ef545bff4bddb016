import type { ToolCredentials } from '#shared/host/credentials.ts'

/**
 * The company's VPN, however it connects. All methods throw `HostFailure`, or what its programs fail with.
 */
export interface Vpn {
  /** Connects, and settles once it is connected. */
  start(credentials: ToolCredentials): Promise<void>
  stop(): Promise<void>
  /** Whether it is connected now, and for how many milliseconds, null where that isn't known. */
  state(): Promise<{ readonly up: boolean; readonly forMs: number | null }>
}
