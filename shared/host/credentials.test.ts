import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { hostCommands } from './commands.ts'

const CREDENTIALS = { userName: 'jamie', password: 'secret' }
/** Every command with text that a program will read, with all its text fields. */
const COMMANDS = [
  ['vpnStart', CREDENTIALS],
  ['diallerLaunch', { ...CREDENTIALS, url: 'https://dialler.example/agent' }],
  ['surveyToolLaunch', { ...CREDENTIALS, tool: 'FORSTA' }],
  ['surveyToolReauthenticate', { ...CREDENTIALS, tool: 'FORSTA' }],
  ['cloudDesktopStart', { ...CREDENTIALS, address: 'desk-1.example:3389' }],
] as const
const FIELDS = COMMANDS.flatMap(([command, request]) =>
  ['userName', 'password', 'url']
    .filter((field) => field in request)
    .map((field) => [command, field, request] as const),
)

const codePoints = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index))
/** Both ends of each range of characters that a line may not have. */
const REFUSED = [
  ...codePoints(0, 0x1f),
  ...codePoints(0x7f, 0x9f),
  '\u2028',
  '\u2029',
  '\ud800',
  '\udbff',
  '\udc00',
  '\udfff',
  '\udc00\ud800',
]
const TAKEN = [' ', '~', '\u00a0', '\u2027', '\u202a', '\ud7ff', '\ue000', '😀', 'é', '日本語']

describe.each(FIELDS)('%s takes one line as %s', (command, field, request) => {
  const taken = (value: string) =>
    z.safeParse(hostCommands[command].request, { ...request, [field]: value }).success

  test('and refuses what ends a line, controls and halves of a pair, wherever they stand', () => {
    const passed = REFUSED.filter((bad) => taken(`a${bad}b`) || taken(bad) || taken(`ab${bad}`))
    expect(passed.map((bad) => bad.charCodeAt(0).toString(16))).toEqual([])
  })

  test('of any language, up to its length', () => {
    expect(TAKEN.filter((good) => !taken(`a${good}b`))).toEqual([])
    const most = field === 'url' ? 2000 : 256
    expect([taken('x'.repeat(most)), taken('x'.repeat(most + 1)), taken('')]).toEqual([
      true,
      false,
      field !== 'userName',
    ])
  })
})
