import * as z from 'zod/mini'
import { commandChannel } from '#shared/host/bridge.ts'
import type { HostCommand, HostErrorCode, HostResult } from '#shared/host/command.ts'
import { isOwnPage } from '../protocol/own-page.ts'
import { HostFailure } from '../services/host-failure.ts'
import type { Report } from '../services/log.ts'
import type { Scheduler } from '../services/scheduler.ts'
import type { CommandCaller, CommandEvent, CommandWindows } from './caller.ts'

type Handler = (request: never, caller: CommandCaller) => unknown

/** The part of Electron's `ipcMain` that binds a command. */
export interface CommandChannels {
  handle(
    channel: string,
    listener: (event: CommandEvent, ...args: unknown[]) => Promise<HostResult<unknown>>,
  ): void
}

export interface DispatcherParts {
  readonly channels: CommandChannels
  readonly windows: CommandWindows
  readonly scheduler: Scheduler
  readonly report: Report
  /** After how many milliseconds a command is given up. */
  readonly timeLimitOf: (name: string) => number
}

/**
 * Binds every declared command to its handler. All messages from pages arrive here. A message is refused
 * unless it fits the command's schema and was sent by the main frame of one of our windows, showing one of
 * our pages. Whatever happens, the answer is a `HostResult`.
 *
 * @throws where a declared command has no handler or a handler no command, so that such a build doesn't start
 */
export function bindCommands(
  commands: Readonly<Record<string, HostCommand>>,
  handlers: Readonly<Record<string, Handler>>,
  parts: DispatcherParts,
): void {
  for (const name of Object.keys(handlers)) {
    if (!Object.hasOwn(commands, name)) throw new Error(`The handler '${name}' answers no declared command.`)
  }
  const bound = Object.entries(commands).map(([name, command]) => {
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    if (!handler) throw new Error(`The declared command '${name}' has no handler.`)
    return { name, command, handler }
  })
  for (const { name, command, handler } of bound) {
    parts.channels.handle(commandChannel(name), (event, ...args) =>
      dispatch({ name, command, handler, event, args }, parts),
    )
  }
}

interface Dispatch {
  readonly name: string
  readonly command: HostCommand
  readonly handler: Handler
  readonly event: CommandEvent
  readonly args: readonly unknown[]
}

async function dispatch(message: Dispatch, parts: DispatcherParts): Promise<HostResult<unknown>> {
  const { name, command, event, args } = message
  if (!isTrusted(event, parts.windows)) {
    parts.report(`refused the command '${name}' from ${event.senderFrame?.url ?? 'a frame that has gone'}`)
    return refusal('forbidden', 'This page may not use the desktop client.')
  }
  const request = z.safeParse(command.request, args[0])
  if (!request.success || args.length > 1) {
    const detail = request.success ? 'It takes one argument.' : z.prettifyError(request.error)
    return refusal('badRequest', `The request of '${name}' is not valid. ${detail}`)
  }
  const following: (() => void)[] = []
  const caller: CommandCaller = {
    windowId: event.sender.id,
    onPageGone: (action) => parts.windows.onPageGone(event.sender.id, action),
    afterAnswer: (action) => following.push(action),
  }
  const result = await withinLimit(name, () => run(message, request.data, caller, parts), parts)
  for (const action of following) parts.scheduler.after(0, action)
  return result
}

function isTrusted(event: CommandEvent, windows: CommandWindows): boolean {
  const frame = event.senderFrame
  return frame !== null && frame.parent === null && windows.has(event.sender.id) && isOwnPage(frame.url)
}

async function run(
  { name, command, handler }: Dispatch,
  request: unknown,
  caller: CommandCaller,
  { report }: DispatcherParts,
): Promise<HostResult<unknown>> {
  try {
    const value = z.safeParse(command.value, await handler(request as never, caller))
    if (value.success) return { ok: true, value: value.data }
    report(`the command '${name}' gave a value that doesn't fit its schema`, z.prettifyError(value.error))
  } catch (error) {
    if (error instanceof HostFailure) return refusal(error.code, error.message)
    report(`the command '${name}' failed`, error)
  }
  return refusal('failed', `The desktop client could not do '${name}'.`)
}

function withinLimit(
  name: string,
  work: () => Promise<HostResult<unknown>>,
  { scheduler, timeLimitOf, report }: DispatcherParts,
): Promise<HostResult<unknown>> {
  return new Promise((resolve) => {
    const cancel = scheduler.after(timeLimitOf(name), () => {
      report(`the command '${name}' took too long`)
      resolve(refusal('timeout', `The desktop client took too long to do '${name}'.`))
    })
    void work().then((result) => {
      cancel()
      resolve(result)
    })
  })
}

function refusal(code: HostErrorCode, message: string): HostResult<never> {
  return { ok: false, error: { code, message } }
}
