import type { RemoteCommand } from '#shared/hubs/remote-command.ts'
import type { Settled } from './settle.ts'

interface Windows {
  /** Sends a command to all windows of the person. */
  readonly sendCommand: (userID: number, command: RemoteCommand) => void
  /** Closes the person's hub connections; they reconnect with the present permissions. */
  readonly reconnect: (userID: number) => Promise<void>
}

export type TellSettled = (settled: readonly Settled[]) => Promise<void>

/** Tells the windows of those whose permissions changed: their tokens are renewed (spec 5 §4.1). */
export function tellSettled({ sendCommand, reconnect }: Windows): TellSettled {
  return async (settled) => {
    for (const { userID } of settled) {
      sendCommand(userID, { command: 'RENEW_TOKEN' })
      await reconnect(userID)
    }
  }
}
