import type { ToolCredentials } from '#shared/host/credentials.ts'

/** The company's VPN, however it is connected. All throw `HostFailure` or what its programs fail with. */
export interface Vpn {
  /** Connects, and settles once the connection stands. */
  start(credentials: ToolCredentials): Promise<void>
  stop(): Promise<void>
  /** Whether it is connected now. */
  isUp(): Promise<boolean>
}
