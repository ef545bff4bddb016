import { UPDATE_TEXT } from '#shared/domain/update.ts'
import type { HostResult } from '#shared/host/command.ts'
import type { SwitchedTool } from '#shared/host/tools.ts'
import type { HostCommand, RemoteCommand } from '#shared/hubs/remote-command.ts'
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
}

/** Does what the server commands this window to do (spec 1 §4.2). */
export function createRemoteCommands(
  services: RemoteCommandServices,
): (command: RemoteCommand) => Promise<void> {
  const { desktop, notices, navigation, life, renewal, isInMeeting, work } = services

  const refresh = () => {
    if (isInMeeting()) notices.show('warning', UPDATE_TEXT.inMeeting)
    else navigation.reload()
  }
  const pass = async (run: () => Promise<HostResult<unknown>>) => {
    if (!desktop.available) return notices.show('warning', USE_DESKTOP_APP)
    const result = await run()
    if (!result.ok) notices.show('error', result.error.message)
  }
  const signOut = (tool: SwitchedTool) => pass(() => desktop.invoke('projectSwitchLogout', { tools: [tool] }))
  /** What an order of a newer server means to this client. */
  const unknown = async (): Promise<HostResult<unknown>> => ({
    ok: false,
    error: { code: 'unsupported', message: REMOTE_COMMAND_TEXT.unknownToDesktop },
  })
  const host = (command: HostCommand | undefined) => {
    if (command === undefined) return pass(unknown)
    if (command === 'exit') return pass(() => desktop.invoke('exit', undefined))
    return work?.[command]()
  }

  const logout = async () => {
    navigation.go(EXIT_PATH)
    await life.logout()
  }

  return async ({ command, hostCommand }) => {
    switch (command) {
      case 'REFRESH_UI':
        return refresh()
      case 'RENEW_TOKEN':
        return void (await renewal.renew())
      case 'NO_DIALLER_CALLS':
        return notices.show('info', REMOTE_COMMAND_TEXT.noDiallerCalls)
      case 'LOGOUT_DIALLER':
        return await signOut('DIALLER')
      case 'LOGOUT_SURVEY_TOOL':
        return await signOut('SURVEY_TOOL')
      case 'HOST':
        return await host(hostCommand)
      case 'LOGOUT':
        return await logout()
    }
  }
}
