import { afterAll, describe, expect, test } from 'vitest'
import { hostSystem } from '../../electron/platform/host-system.ts'
import { systemScheduler } from '../../electron/services/scheduler.ts'
import { standInPrograms } from '../../electron/testing/stand-in-programs.ts'
import { installationChecks, programIn } from './windows-installation.ts'

const EXE = 'C:\\Users\\jamie\\AppData\\Local\\Programs\\fieldwork\\Fieldwork.exe'
const COMMAND = `\r\nHKEY_CURRENT_USER\\Software\\Classes\r\n    (Default)    REG_SZ    "${EXE}" "%1"\r\n\r\n`

test('the program is read in whichever language, with and without quotes', () => {
  expect(programIn(COMMAND)).toBe(EXE)
  expect(programIn(`    (Standard)    REG_SZ    ${EXE} %1\r\n`)).toBe(EXE)
  expect(programIn('ERROR: The system was unable to find the specified registry key or value.')).toBeNull()
})

describe.skipIf(process.platform === 'win32')('what an installation left', () => {
  const programs = standInPrograms()
  afterAll(() => programs.dispose())
  const env = { ...process.env, FIELDWORK_STANDIN_PROGRAMS: programs.folder }
  const system = hostSystem({ platform: 'linux', env, scheduler: systemScheduler, packaged: false })
  const signature = (status: number) =>
    programs.answer('fileSignature', { status, signer: 'Northgate Research Ltd' })

  test('is told where all is well', async () => {
    programs.put(
      'reg',
      { when: 'Classes', output: COMMAND },
      { output: `    Fieldwork    REG_SZ    ${EXE}\r\n` },
    )
    signature(0)
    const found = installationChecks(system, ['Northgate Research Ltd'])
    const answers = await Promise.all(Object.values(found).map((check) => check()))
    expect(answers).toEqual([
      EXE,
      'Northgate Research Ltd',
      expect.stringContaining('Fieldwork'),
      'no such files on this machine',
    ])
  })

  test('fails with what to do where it isn’t', async () => {
    programs.put('reg', { when: 'Classes', exitCode: 1 }, { output: '' })
    signature(2)
    const failures = Object.values(installationChecks(system, [])).slice(0, 3)
    const words = await Promise.all(failures.map((check) => check().catch((error: Error) => error.message)))
    expect(words).toEqual([
      expect.stringMatching(/install the client first/),
      expect.stringMatching(/FIELDWORK_PUBLISHER/),
      expect.stringMatching(/startWithSystem/),
    ])
    programs.put('reg', { output: COMMAND })
    const { 'the installed client is signed by your company': signed } = installationChecks(system, [
      'Northgate',
    ])
    await expect(signed?.()).rejects.toThrow(/not valid \(0x00000002\)/)
  })
})
