import type { AreaHandlers } from '../http/handlers.ts'

export interface ShellServices {
  /** Names the build of the renderer that this server serves. */
  readonly build: () => string
}

/** Calls of the shell that belong to no feature (spec 1 §7). */
export function shellHandlers({ build }: ShellServices): AreaHandlers<'shell'> {
  return { updateJson: () => ({ build: build() }) }
}
