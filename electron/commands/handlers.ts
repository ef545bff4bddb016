import type * as z from 'zod/mini'
import type { HostCommandName, HostCommands } from '#shared/host/commands.ts'
import type { CommandCaller } from './caller.ts'

/**
 * Carries out a command. Throws `HostFailure` to answer with a code and words; any other exception is
 * answered with `failed` and reported.
 */
export type CommandHandler<N extends HostCommandName> = (
  request: z.output<HostCommands[N]['request']>,
  caller: CommandCaller,
) => Promise<z.input<HostCommands[N]['value']>> | z.input<HostCommands[N]['value']>

/** A handler for every declared command. */
export type CommandHandlers = { readonly [N in HostCommandName]: CommandHandler<N> }
