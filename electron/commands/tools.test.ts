import { expect, test } from 'vitest'
import { hostCommands } from '#shared/host/commands.ts'
import { toolCommands } from './tools.ts'

test('S133 status and logout of a project switch are commands: what runs is told, and what is named is signed out of', async () => {
  const out: (readonly string[])[] = []
  const state = { dialler: 'RUNNING', surveyTool: 'UNAVAILABLE' }
  const tools = {
    status: async () => state,
    logout: async (names: readonly string[]) => void out.push(names),
  }
  const commands = toolCommands({ tools } as never)
  expect(await commands.projectSwitchStatus(undefined, {} as never)).toEqual(state)
  const { request } = hostCommands.projectSwitchLogout
  for (const names of [['DIALLER'], ['SURVEY_TOOL'], ['SURVEY_TOOL', 'DIALLER']])
    expect(await commands.projectSwitchLogout(request.parse({ tools: names }), {} as never)).toBeNull()
  expect(out).toEqual([['DIALLER'], ['SURVEY_TOOL'], ['SURVEY_TOOL', 'DIALLER']])
  for (const wrong of [[], ['CHAT']]) expect(request.safeParse({ tools: wrong }).success).toBe(false)
  const { value } = hostCommands.projectSwitchStatus
  for (const dialler of ['RUNNING', 'STOPPED', 'UNAVAILABLE'])
    expect(value.parse({ ...state, dialler })).toEqual({ ...state, dialler })
  expect(value.safeParse({ ...state, dialler: 'BUSY' }).success).toBe(false)
})
