import type { HostErrorCode } from '#shared/host/command.ts'

/** Thrown by a command's handler to answer with this code and these words for a person. */
export class HostFailure extends Error {
  readonly code: Extract<HostErrorCode, 'unsupported' | 'denied' | 'failed' | 'timeout'>

  constructor(code: HostFailure['code'], message: string) {
    super(message)
    this.name = 'HostFailure'
    this.code = code
  }
}
