import type { CommandHandlers } from './handlers.ts'

/** Closes the application once the page has its answer (spec 1 §3). */
export function sessionCommands(application: { quit(): void }): Pick<CommandHandlers, 'exit'> {
  return {
    exit(_request, caller) {
      caller.afterAnswer(() => application.quit())
      return null
    },
  }
}
