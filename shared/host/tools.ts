import * as z from 'zod/mini'
import { command } from './command.ts'
import { oneLine, toolCredentials } from './credentials.ts'

const nothing = z.optional(z.null())

/** The survey tools that a deployment may have; which programs they are is its signed configuration's to say. */
export const surveyToolName = z.enum(['FORSTA', 'DIMENSIONS', 'DIMENSIONS_STAGING'])
export type SurveyToolName = z.output<typeof surveyToolName>

/** What a project switch concerns: the dialler, and whichever survey tools there are. */
export const switchedTool = z.enum(['DIALLER', 'SURVEY_TOOL'])
export type SwitchedTool = z.output<typeof switchedTool>

/** `UNAVAILABLE`: this installation has none. */
const toolState = z.enum(['RUNNING', 'STOPPED', 'UNAVAILABLE'])
export type ToolState = z.output<typeof toolState>

const surveySignIn = z.object({ tool: surveyToolName, ...toolCredentials.shape })

/** Launches and what belongs to them (spec 1 §3, §5). */
export const toolCommands = {
  /** Starts the dialler; answers once it runs. */
  diallerLaunch: command(z.object({ ...toolCredentials.shape, url: oneLine(2000) }), z.null()),
  surveyToolLaunch: command(surveySignIn, z.null()),
  /** Signs a survey tool in afresh: by the configured program, else by ending it and starting it again. */
  surveyToolReauthenticate: command(surveySignIn, z.null()),
  /** What of the tools is running, before a person switches project. */
  projectSwitchStatus: command(nothing, z.object({ dialler: toolState, surveyTool: toolState })),
  /** Signs the person out of these tools; one that isn't running stays as it is. */
  projectSwitchLogout: command(
    z.object({ tools: z.array(switchedTool).check(z.minLength(1), z.maxLength(2)) }),
    z.null(),
  ),
  /** Opens Quick Assist, or the configured program, for help from afar. */
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
