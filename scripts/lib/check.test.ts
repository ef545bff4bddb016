import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { check, chooseSteps } from './check.ts'
import { CHECK_STEPS, registryLines, type Step, type StepResult } from './check-steps.ts'

const result = (over: Partial<StepResult> = {}): StepResult => ({
  ok: true,
  output: '',
  passed: 1,
  failed: 0,
  skipped: 0,
  ...over,
})
const failed = result({ ok: false, output: 'the reason', passed: 3, failed: 2 })
const step = (name: string, answer: StepResult | Error, needs: string[] = []): Step => ({
  name,
  needs,
  run: async () => {
    if (answer instanceof Error) throw answer
    return answer
  },
})

let lines: string[] = []
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
})
afterEach(() => void vi.restoreAllMocks())

test('a failed check is shown, the others run all the same, and the last line sums up', async () => {
  const ok = await check(
    [step('a', result()), step('b', failed), step('c', result({ passed: 10, note: '10 tests' }))],
    1,
  )
  expect(ok).toBe(false)
  expect(lines[1]).toMatch(/^FAILED b/)
  expect(lines[2]).toBe('    the reason')
  expect(lines[3]).toMatch(/^ok {5}c .* 10 tests$/)
  expect(lines.at(-1)).toBe('14 passed, 2 failed')
})

test('the tests that failed come before the output, the beginning of each', async () => {
  const message = Array.from({ length: 90 }, (_, line) => `line ${line}`).join('\n')
  await check([step('a', { ...failed, failures: [{ name: 'x.test.ts: sums', message }] })], 1)
  expect(lines[1]).toBe('  ✗ x.test.ts: sums')
  expect(lines[2]).toContain('    line 59')
  expect(lines[2]).not.toContain('line 60')
  expect(lines[3]).toBe('    the reason')
})

test('what needs a failed check fails too, and says so', async () => {
  expect(await check([step('build', failed), step('e2e', result(), ['build'])])).toBe(false)
  expect(lines.join('\n')).toContain('Not run, because "build" failed.')
  expect(lines.at(-1)).toBe('3 passed, 3 failed')
})

test('checks run side by side, and one waits for what it needs or comes after', async () => {
  const happened: string[] = []
  const open = new Map<string, () => void>()
  const held = (name: string, more: Partial<Step> = {}): Step => ({
    name,
    ...more,
    run: async () => {
      happened.push(`${name} starts`)
      await new Promise<void>((resolve) => open.set(name, resolve))
      return result()
    },
  })
  const all = check([held('a'), held('b', { needs: ['a'] }), held('c'), held('d', { after: ['c'] })], 2)
  await vi.waitFor(() => expect(happened).toEqual(['a starts', 'c starts']))
  open.get('c')?.()
  await vi.waitFor(() => expect(happened.at(-1)).toBe('d starts'))
  open.get('a')?.()
  await vi.waitFor(() => expect(happened.at(-1)).toBe('b starts'))
  open.get('b')?.()
  open.get('d')?.()
  expect(await all).toBe(true)
  expect(lines.at(-1)).toBe('4 passed, 0 failed')
})

test('checks that wait for each other are a mistake that is named', async () => {
  await expect(check([step('a', result(), ['b']), step('b', result(), ['a'])])).rejects.toThrow(/a, b/)
})

test('a check that throws has failed', async () => {
  expect(await check([step('a', new Error('broken tool'))])).toBe(false)
  expect(lines.join('\n')).toContain('broken tool')
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
})

test('--only takes the named checks and what they need, in order', () => {
  expect(chooseSteps(['--only', 'e2e,unit']).map(({ name }) => name)).toEqual(['build', 'e2e', 'unit'])
  expect(chooseSteps([])).toEqual(CHECK_STEPS)
  expect(() => chooseSteps(['--only', 'nonsense'])).toThrow(/nonsense.*unit/)
})

test('a registry is found in the lock file and in the settings, and nowhere else', () => {
  // Put together, so that this file names none itself.
  const address = ['https:', '', 'host', ''].join('/')
  const setting = ['registry', address].join('=')
  const resolved = `"resolved": "${address}a.tgz",`
  const npmrc = `save-exact=true\nomit-lockfile-registry-resolved=true\n# ${setting}\n`
  expect(registryLines('{\n  "version": "1.0.0"\n}', npmrc)).toEqual([])
  expect(registryLines(`  ${resolved}`, `${npmrc}${setting}\n`)).toEqual([resolved, setting])
})
