/**
 * The bridge between page and main process. It passes on declared commands and events and decides nothing;
 * main checks sender and request, and answers with a value or a typed error.
 */
import { contextBridge, ipcRenderer } from 'electron'
import { BRIDGE_KEY, commandChannel, eventChannel } from '#shared/host/bridge.ts'
import { clientFromArguments } from '#shared/host/client-argument.ts'
import type { HostErrorCode, HostResult } from '#shared/host/command.ts'
import { hostCommandNames, hostEventNames } from '#shared/host/names.ts'

const commands: ReadonlySet<string> = new Set(hostCommandNames)
const events: ReadonlySet<string> = new Set(hostEventNames)

function refusal(code: HostErrorCode, message: string): HostResult<never> {
  return { ok: false, error: { code, message } }
}

contextBridge.exposeInMainWorld(BRIDGE_KEY, {
  async invoke(name: string, request: unknown): Promise<HostResult<unknown>> {
    if (!commands.has(name)) return refusal('badRequest', 'The desktop client has no such command.')
    try {
      return await ipcRenderer.invoke(commandChannel(name), request)
    } catch (error) {
      // A request that can't be cloned never reaches main.
      return refusal('badRequest', error instanceof Error ? error.message : String(error))
    }
  },
  on(name: string, listener: (payload: unknown) => void): () => void {
    if (!events.has(name)) throw new Error('The desktop client has no such event.')
    const channel = eventChannel(name)
    const deliver = (_event: unknown, payload: unknown) => listener(payload)
    ipcRenderer.on(channel, deliver)
    return () => {
      ipcRenderer.off(channel, deliver)
    }
  },
  client: clientFromArguments(process.argv),
})
