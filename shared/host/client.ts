import * as z from 'zod/mini'
import { command } from './command.ts'

const nothing = z.optional(z.null())

/** Commands about the client itself. */
export const clientCommands = {
  /** Opens the developer tools of the window that asks (spec 1 §2.7). `denied` where the installation keeps them closed. */
  openDevtools: command(nothing, z.null()),
  /**
   * Restarts into the update that waits. `denied` while a meeting's window is open, `failed` where
   * none waits.
   */
  installUpdate: command(nothing, z.null()),
  /** The link with which the client was last opened, told once; null where there is none. */
  takeAppLink: command(
    nothing,
    z.nullable(z.object({ source: z.nullable(z.string()), sourceid: z.nullable(z.string()) })),
  ),
}
