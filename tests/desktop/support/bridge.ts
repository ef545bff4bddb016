import type { Page } from 'playwright-core'
import type { HostResult } from '#shared/host/command.ts'

/** Calls the bridge as a page may, declared or not. */
export function invoke(page: Page, name: string, request?: unknown): Promise<HostResult<unknown>> {
  return page.evaluate(
    ([command, value]) => {
      const host = (globalThis as unknown as { fieldworkHost: LooseBridge }).fieldworkHost
      return host.invoke(command as string, value)
    },
    [name, request],
  )
}

/** The bridge without its types, to send what no typed page would. */
export interface LooseBridge {
  invoke(name: string, request?: unknown): Promise<HostResult<unknown>>
  on(name: string, listener: (payload: unknown) => void): () => void
  readonly client: object
}
