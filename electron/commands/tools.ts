import type { CloudDesktop } from '../services/remote/cloud-desktop.ts'
import type { ToolsService } from '../services/tools/tools-service.ts'
import type { CommandHandlers } from './handlers.ts'

type ToolCommand =
  | 'diallerLaunch'
  | 'surveyToolLaunch'
  | 'surveyToolReauthenticate'
  | 'projectSwitchStatus'
  | 'projectSwitchLogout'
  | 'remoteAssist'
  | 'cloudDesktopStart'

interface ToolCommandParts {
  readonly tools: ToolsService
  readonly cloudDesktop: CloudDesktop
  readonly openRemoteAssist: () => Promise<void>
}

/** The programs that people work in, and remote assistance (spec 1 §3, §5). */
export function toolCommands(parts: ToolCommandParts): Pick<CommandHandlers, ToolCommand> {
  const { tools, cloudDesktop, openRemoteAssist } = parts
  return {
    diallerLaunch: async (credentials) => {
      await tools.launchDialler(credentials)
      return null
    },
    surveyToolLaunch: async ({ tool, ...credentials }) => {
      await tools.launchSurveyTool(tool, credentials)
      return null
    },
    surveyToolReauthenticate: async ({ tool, ...credentials }) => {
      await tools.reauthenticate(tool, credentials)
      return null
    },
    projectSwitchStatus: () => tools.status(),
    projectSwitchLogout: async ({ tools: names }) => {
      await tools.logout(names)
      return null
    },
    remoteAssist: async () => {
      await openRemoteAssist()
      return null
    },
    cloudDesktopStart: async (request) => {
      await cloudDesktop.start(request)
      return null
    },
  }
}
