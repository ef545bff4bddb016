import type { HostCommandName } from '#shared/host/commands.ts'
import type { Stage } from './stage.ts'

/** Brings a command about as a person does, and shows what came of it on the machine and on the screen. */
export type DriveCommand = (stage: Stage) => Promise<void>

export type UiCommands = { readonly [N in HostCommandName]?: DriveCommand }
