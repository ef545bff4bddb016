import * as z from 'zod/mini'
import { command } from './command.ts'
import { oneLine, toolCredentials } from './credentials.ts'

const nothing = z.optional(z.null())

/** Survey tools that a deployment may have; its signed configuration names their programs. */
export const surveyToolName = z.enum(['FORSTA', 'DIMENSIONS', 'DIMENSIONS_STAGING'])
export type SurveyToolName = z.output<typeof surveyToolName>

/** What a project switch affects: the dialler, and any survey tool. */
export const switchedTool = z.enum(['DIALLER', 'SURVEY_TOOL'])
export type SwitchedTool = z.output<typeof switchedTool>

/** `UNAVAILABLE`: the deployment has none. */
const toolState = z.enum(['RUNNING', 'STOPPED', 'UNAVAILABLE'])
export type ToolState = z.output<typeof toolState>

const surveySignIn = z.object({ tool: surveyToolName, ...toolCredentials.shape })

/** Launches and what belongs to them (spec 1 §3, §5). */
export const toolCommands = {
  /** Starts the dialler; answers once it runs. */
  diallerLaunch: command(z.object({ ...toolCredentials.shape, url: oneLine(2000) }), z.null()),
  surveyToolLaunch: command(surveySignIn, z.null()),
  /** Signs in to a survey tool again: by the configured program, else by restarting the tool. */
  surveyToolReauthenticate: command(surveySignIn, z.null()),
  /** Which tools are running, before a person switches project. */
  projectSwitchStatus: command(nothing, z.object({ dialler: toolState, surveyTool: toolState })),
  /** Signs the person out of these tools; a tool that isn't running is left alone. */
  projectSwitchLogout: command(
    z.object({ tools: z.array(switchedTool).check(z.minLength(1), z.maxLength(2)) }),
    z.null(),
  ),
  /** Opens Quick Assist or the configured program, so that somebody can help from afar. */
  remoteAssist: command(nothing, z.null()),
  /** Opens a remote desktop. The address must be one that the signed configuration allows. */
  cloudDesktopStart: command(
    z.object({
      ...toolCredentials.shape,
      address: z.string().check(z.maxLength(260), z.regex(/^[A-Za-z0-9][A-Za-z0-9.-]*(?::\d{1,5})?$/)),
    }),
    z.null(),
  ),
}
