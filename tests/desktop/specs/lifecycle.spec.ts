import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { clientEnvironment, type Desktop, expect, test } from '../support/desktop.ts'

interface Ended {
  readonly code: number | string | null | undefined
  readonly standardError: string
}

/** Starts a client outside the test driver and waits until it has ended. */
function runToEnd(file: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(file, args, { env: clientEnvironment(''), timeout: 15_000 }, (error, _output, standardError) =>
      resolve({ code: error ? error.code : 0, standardError }),
    )
  })
}

function bounds({ app }: Desktop) {
  return app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0]
    return { ...window?.getNormalBounds(), maximised: window?.isMaximized() }
  })
}

test('a second start brings the first window to the front and ends', async ({
  desktop,
  binary,
  fixtureApp,
}) => {
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  const second = await runToEnd(binary.file, [
    ...(process.platform === 'linux' ? ['--no-sandbox'] : []),
    fixtureApp,
    `--user-data-dir=${desktop.userData}`,
    '--server=http://127.0.0.1:9',
  ])
  expect(second.code).toBe(0)
  await expect
    .poll(() =>
      desktop.app.evaluate(({ BrowserWindow }) => {
        const window = BrowserWindow.getAllWindows()[0]
        return { minimised: window?.isMinimized(), visible: window?.isVisible() }
      }),
    )
    .toEqual({ minimised: false, visible: true })
  expect(await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('the window opens where it was left', async ({ launch }) => {
  const first = await launch()
  await first.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 120, y: 90, width: 900, height: 640 })
  })
  await first.close()
  expect(JSON.parse(readFileSync(path.join(first.userData, 'window-state.json'), 'utf8'))).toEqual({
    x: 120,
    y: 90,
    width: 900,
    height: 640,
    maximised: false,
  })
  const second = await launch({ userData: first.userData })
  expect(await bounds(second)).toEqual({ x: 120, y: 90, width: 900, height: 640, maximised: false })
})

test('a window state that is damaged or off screen is put right', async ({ launch }) => {
  const userData = mkdtempSync(path.join(os.tmpdir(), 'fieldwork-data-'))
  const file = path.join(userData, 'window-state.json')
  writeFileSync(file, '{"width": "wide"')
  const first = await launch({ userData })
  const usual = await bounds(first)
  expect(usual).toMatchObject({ width: 1280, height: 820, maximised: false })
  await first.close()

  writeFileSync(file, JSON.stringify({ x: 9_000, y: 9_000, width: 900, height: 640, maximised: false }))
  const second = await launch({ userData })
  expect(await bounds(second)).toMatchObject({ width: 900, height: 640 })
  expect((await bounds(second)).x).toBeLessThan(9_000)
})

test('a server address that is no good, or none, is told plainly and nothing starts', async ({
  binary,
  fixtureApp,
}) => {
  test.skip(
    binary.real && process.platform !== 'linux',
    'only on Linux does the message go to standard error',
  )
  const cases: [argument: string | null, message: RegExp][] = [
    [null, /No server address is configured\./],
    ['--server=http://fieldwork.example', /neither an https address nor one on this machine/],
    ['--server=nonsense', /'nonsense' is not an address/],
  ]
  for (const [argument, message] of cases) {
    const userData = mkdtempSync(path.join(os.tmpdir(), 'fieldwork-data-'))
    const sandbox = process.platform === 'linux' ? ['--no-sandbox'] : []
    const args = [
      ...sandbox,
      fixtureApp,
      `--user-data-dir=${userData}`,
      ...(argument === null ? [] : [argument]),
    ]
    const ended = await runToEnd(binary.file, args)
    expect(ended.code).toBe(1)
    expect(ended.standardError).toMatch(message)
    rmSync(userData, { recursive: true, force: true })
  }
})
