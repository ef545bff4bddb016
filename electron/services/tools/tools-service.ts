import type { ToolCredentials } from '#shared/host/credentials.ts'
import type { SurveyToolName, SwitchedTool, ToolState } from '#shared/host/tools.ts'
import type { ToolProgram } from '../../config/deployment.ts'
import type { GetDeployment } from '../../config/find-deployment.ts'
import { HostFailure } from '../host-failure.ts'
import { attempted } from '../win32/attempted.ts'
import { Tool, type ToolParts } from './tool.ts'

const WHAT = {
  DIALLER: 'The dialler',
  FORSTA: 'The survey tool',
  DIMENSIONS: 'Dimensions',
  DIMENSIONS_STAGING: 'Dimensions staging',
} as const

type ToolName = keyof typeof WHAT
const SURVEY_TOOLS: readonly SurveyToolName[] = ['FORSTA', 'DIMENSIONS', 'DIMENSIONS_STAGING']

/**
 * The tools of this installation (spec 1 §3, §5), started as the signed configuration says. Everything throws
 * `HostFailure`; `unsupported` for a tool that the installation hasn't got.
 */
export class ToolsService {
  readonly #deployment: GetDeployment
  readonly #parts: ToolParts
  readonly #tools = new Map<ToolName, Tool>()

  constructor(deployment: GetDeployment, parts: ToolParts) {
    this.#deployment = deployment
    this.#parts = parts
  }

  launchDialler(credentials: ToolCredentials & { readonly url: string }): Promise<void> {
    return attempted(WHAT.DIALLER, async () => this.#tool('DIALLER').launch(credentials))
  }

  launchSurveyTool(name: SurveyToolName, credentials: ToolCredentials): Promise<void> {
    return attempted(WHAT[name], async () => this.#tool(name).launch(credentials))
  }

  reauthenticate(name: SurveyToolName, credentials: ToolCredentials): Promise<void> {
    return attempted(WHAT[name], async () => this.#tool(name).reauthenticate(credentials))
  }

  async status(): Promise<{ dialler: ToolState; surveyTool: ToolState }> {
    const [dialler, ...survey] = await attempted('The list of programs', () =>
      Promise.all((['DIALLER', ...SURVEY_TOOLS] as const).map((name) => this.#state(name))),
    )
    const surveyTool = (['RUNNING', 'STOPPED'] as const).find((state) => survey.includes(state))
    return { dialler: dialler ?? 'UNAVAILABLE', surveyTool: surveyTool ?? 'UNAVAILABLE' }
  }

  /** Signs out of all of them even if one fails, then throws the first failure. */
  async logout(tools: readonly SwitchedTool[]): Promise<void> {
    const names = tools.flatMap((tool): readonly ToolName[] => (tool === 'DIALLER' ? [tool] : SURVEY_TOOLS))
    const there = names.filter((name) => this.#programOf(name) !== undefined)
    if (there.length === 0) throw this.#none(names[0] ?? 'DIALLER')
    const ends = there.map((name) => attempted(WHAT[name], () => this.#tool(name).logout()))
    const failed = (await Promise.allSettled(ends)).find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }

  async #state(name: ToolName): Promise<ToolState> {
    return this.#programOf(name) === undefined ? 'UNAVAILABLE' : await this.#tool(name).state()
  }

  #programOf(name: ToolName): ToolProgram | undefined {
    const { dialler, surveyTools } = this.#deployment()
    return name === 'DIALLER' ? dialler : surveyTools[name]
  }

  #tool(name: ToolName): Tool {
    const program = this.#programOf(name)
    if (!program) throw this.#none(name)
    const tool = this.#tools.get(name) ?? new Tool(program, this.#parts)
    this.#tools.set(name, tool)
    return tool
  }

  #none(name: ToolName): HostFailure {
    return new HostFailure('unsupported', `${WHAT[name]} is not set up in this installation.`)
  }
}
