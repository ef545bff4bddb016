import { UPDATE_TEXT } from '#shared/domain/update.ts'
import type { HostResult } from '#shared/host/command.ts'
import type { SwitchedTool } from '#shared/host/tools.ts'
import type { CommandOutcome, HostCommand, RemoteCommand, SentCommand } from '#shared/hubs/remote-command.ts'
import { type Desktop, USE_DESKTOP_APP } from '../desktop/desktop.ts'
import type { Notices } from '../notices/notices.ts'
import type { Navigation } from '../page/navigation.ts'
import { EXIT_PATH, type SessionLife } from './session-life.ts'
import type { SessionRenewal } from './session-renewal.ts'

export const REMOTE_COMMAND_TEXT = {
  noDiallerCalls: 'There are no dialler calls for you at the moment.',
  unknownToDesktop: 'This version of the desktop client cannot do that. Please update it.',
} as const

/** What others may have this window do at its machine, as if the person had (spec 3 §6). */
export type MachineWork = Readonly<Record<Exclude<HostCommand, 'exit'>, () => void>>

interface RemoteCommandServices {
  readonly desktop: Desktop
  readonly notices: Notices
  readonly navigation: Navigation
  readonly life: SessionLife
  readonly renewal: SessionRenewal
  readonly isInMeeting: () => boolean
  /** Null for a window that leaves it to another. */
  readonly work: MachineWork | null
  /** Tells whoever sent it what came of it; gives once that is said, or can't be. */
  readonly answer: (commandID: number, outcome: CommandOutcome, why?: string) => Promise<void>
}

/** Does what the server commands this window to do (spec 1 §4.2). */
export function createRemoteCommands(
  services: RemoteCommandServices,
): (command: SentCommand) => Promise<void> {
  const { desktop, notices, navigation, life, renewal, isInMeeting, work } = services

  /** What went wrong is shown here, and told to whoever sent it. */
  const failed = (kind: 'warning' | 'error', why: string): string => {
    notices.show(kind, why)
    return why
  }
  const refresh = async (done: (() => Promise<void>) | null) => {
    if (isInMeeting()) return failed('warning', UPDATE_TEXT.inMeeting)
    if (done) await done()
    navigation.reload()
    return null
  }
  const pass = async (run: () => Promise<HostResult<unknown>>) => {
    if (!desktop.available) return failed('warning', USE_DESKTOP_APP)
    const result = await run()
    return result.ok ? null : failed('error', result.error.message)
  }
  const signOut = (tool: SwitchedTool) => pass(() => desktop.invoke('projectSwitchLogout', { tools: [tool] }))
  /** What an order of a newer server means to this client. */
  const unknown = async (): Promise<HostResult<unknown>> => ({
    ok: false,
    error: { code: 'unsupported', message: REMOTE_COMMAND_TEXT.unknownToDesktop },
  })
  const host = async (command: HostCommand | undefined, done: (() => Promise<void>) | null) => {
    if (command === undefined) return pass(unknown)
    if (command !== 'exit') {
      work?.[command]()
      return null
    }
    if (desktop.available && done) await done()
    return pass(() => desktop.invoke('exit', undefined))
  }

  const logout = async (done: (() => Promise<void>) | null) => {
    if (done) await done()
    navigation.go(EXIT_PATH)
    await life.logout()
    return null
  }

  /** Does it, and gives why it couldn't; `done` is for what ends this window. */
  const run = async ({ command, hostCommand }: RemoteCommand, done: (() => Promise<void>) | null) => {
    switch (command) {
      case 'REFRESH_UI':
        return await refresh(done)
      case 'RENEW_TOKEN':
        await renewal.renew()
        return null
      case 'NO_DIALLER_CALLS':
        notices.show('info', REMOTE_COMMAND_TEXT.noDiallerCalls)
        return null
      case 'LOGOUT_DIALLER':
        return await signOut('DIALLER')
      case 'LOGOUT_SURVEY_TOOL':
        return await signOut('SURVEY_TOOL')
      case 'HOST':
        return await host(hostCommand, done)
      case 'LOGOUT':
        return await logout(done)
    }
  }

  return async ({ commandID, ...command }) => {
    // A window that leaves the machine to another has nothing to say of it.
    const isOthers = command.command === 'HOST' && command.hostCommand !== 'exit' && work === null
    if (commandID === undefined || isOthers) return void (await run(command, null))
    await services.answer(commandID, 'DELIVERED')
    const why = await run(command, () => services.answer(commandID, 'DONE'))
    await services.answer(commandID, why === null ? 'DONE' : 'FAILED', why ?? '')
  }
}
