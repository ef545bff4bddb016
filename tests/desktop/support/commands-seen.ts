import type { ElectronApplication } from 'playwright-core'
import { commandChannel } from '#shared/host/bridge.ts'
import type { HostCommandName } from '#shared/host/commands.ts'

interface Recording {
  readonly commandsSeen: Record<string, unknown[]>
}

/** Notes in main which commands arrive from now on, whoever sends them, and with which requests. */
export async function noteCommands(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ ipcMain }) => {
    // Electron's own table of its handlers, which the stand-in has by the same name.
    const { _invokeHandlers: handlers } = ipcMain as unknown as {
      _invokeHandlers: Map<string, (...args: unknown[]) => unknown>
    }
    const commandsSeen: Record<string, unknown[]> = {}
    Object.assign(globalThis, { commandsSeen })
    for (const [channel, handler] of handlers) {
      handlers.set(channel, (event, ...args) => {
        commandsSeen[channel] = [...(commandsSeen[channel] ?? []), args[0]]
        return handler(event, ...args)
      })
    }
  })
}

/** The requests of one command that have arrived so far, in order. */
export function commandsSeen(app: ElectronApplication, name: HostCommandName): Promise<unknown[]> {
  return app.evaluate(
    (_electron, channel) => (globalThis as unknown as Recording).commandsSeen[channel] ?? [],
    commandChannel(name),
  )
}
